'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import classes from './link-to.module.css'

interface LinkToProps {
  readonly href: string
  readonly title?: string | undefined
  readonly 'aria-label'?: string | undefined
  /** False to keep the scroll position. */
  readonly scroll?: boolean
  /** Size of its letters; `inherit` takes that of the text around it. */
  readonly size?: 'xs' | 'sm' | 'md' | 'inherit'
  readonly isBold?: boolean
  /** True to take the colour of the text around it, if that already shows that it is a link. */
  readonly isQuiet?: boolean
  /** True to take its own line, below what precedes it. */
  readonly isApart?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
  onClick?(): void
}

/** Mantine's focus ring for keyboard users. */
const LINK = `${classes.link} mantine-focus-auto`

/**
 * Renders a link inside the app without prefetching, so that only a visit reads a page. A bare element, because long
 * lists have several in each row. A client component, because server components cannot pass `onClick` on.
 */
export function AppLink({ size = 'sm', isBold, isQuiet, isApart, className, ...link }: LinkToProps) {
  return (
    <Link
      prefetch={false}
      className={className ? `${LINK} ${className}` : LINK}
      data-size={size}
      data-bold={isBold || undefined}
      data-quiet={isQuiet || undefined}
      data-apart={isApart || undefined}
      {...link}
    />
  )
}
