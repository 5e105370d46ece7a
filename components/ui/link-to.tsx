'use client'

import { Anchor, type AnchorProps } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'

interface LinkToProps extends AnchorProps {
  readonly href: string
  readonly title?: string
  readonly 'aria-label'?: string
  /** False where the page stays where it is scrolled to. */
  readonly scroll?: boolean
  readonly children: ReactNode
  onClick?(): void
}

/**
 * A link inside the app. A client component, so that server components can use it: they cannot hand `Link` to Mantine
 * themselves. Not prefetched: only a visit reads a page.
 */
export function LinkTo({ href, children, ...anchor }: LinkToProps) {
  return (
    <Anchor component={Link} href={href} prefetch={false} {...anchor}>
      {children}
    </Anchor>
  )
}
