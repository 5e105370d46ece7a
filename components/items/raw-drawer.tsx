'use client'

import dynamic from 'next/dynamic'
import { useLate } from '@/components/ui'
import type { OpenedRaw, RawDrawerProps } from './opened-raw'

// What a drawer takes is the page's own business, so the type of it is kept by hand.
const Opened: typeof OpenedRaw = dynamic(() => import('./opened-raw').then(({ OpenedRaw }) => OpenedRaw), {
  ssr: false,
}) as typeof OpenedRaw

/** Everything that the upstream sent, loaded on request, and so is the drawer that shows it. */
export function RawDrawer<Input>(props: RawDrawerProps<Input>) {
  return useLate(props.input).isThere && <Opened {...props} />
}
