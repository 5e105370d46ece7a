'use client'

import { Button, type ButtonProps } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'

interface ButtonLinkProps extends ButtonProps {
  readonly href: string
  /** False to keep the scroll position. */
  readonly scroll?: boolean
  readonly children: ReactNode
}

/** Renders a link inside the app that looks like a button; see `AppLink`. */
export function ButtonLink({ href, scroll = true, children, ...button }: ButtonLinkProps) {
  return (
    <Button component={Link} href={href} scroll={scroll} prefetch={false} {...button}>
      {children}
    </Button>
  )
}
