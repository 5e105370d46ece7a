'use client'

import { Button, type ButtonProps } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'

interface ButtonLinkProps extends ButtonProps {
  readonly href: string
  readonly children: ReactNode
}

/** A link inside the app that looks like a button; see `LinkTo`. */
export function ButtonLink({ href, children, ...button }: ButtonLinkProps) {
  return (
    <Button component={Link} href={href} prefetch={false} {...button}>
      {children}
    </Button>
  )
}
