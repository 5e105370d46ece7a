'use client'

import dynamic from 'next/dynamic'
import { useLate } from '@/components/ui'
import type { OpenedRaw, RawDrawerProps } from './opened-raw'

// The input of a drawer is up to its page, so its type is kept by hand.
const Opened: typeof OpenedRaw = dynamic(() => import('./opened-raw').then(({ OpenedRaw }) => OpenedRaw), {
  ssr: false,
}) as typeof OpenedRaw

/** Shows everything that the upstream sent. Both the content and the drawer load on request. */
export function RawDrawer<Input>(props: RawDrawerProps<Input>) {
  return useLate(props.input).isThere && <Opened {...props} />
}
