'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import classes from './link-to.module.css'

interface LinkToProps {
  readonly href: string
  readonly title?: string | undefined
  readonly 'aria-label'?: string | undefined
  /** False where the page stays where it is scrolled to. */
  readonly scroll?: boolean
  /** Its letters: `inherit` has those of the text around it. */
  readonly size?: 'xs' | 'sm' | 'md' | 'inherit'
  readonly isBold?: boolean
  /** In the colour of the text around it, where that says that it leads on. */
  readonly isQuiet?: boolean
  /** Below what stands above it, on a line of its own. */
  readonly isApart?: boolean
  readonly className?: string | undefined
  readonly children: ReactNode
  onClick?(): void
}

/** Mantine's ring for who comes by keyboard. */
const LINK = `${classes.link} mantine-focus-auto`

/**
 * A link inside the app; not prefetched: only a visit reads a page. A bare element, since long lists have several in each
 * row. A client component, since server components cannot hand `onClick` on.
 */
export function LinkTo({ size = 'md', isBold, isQuiet, isApart, className, ...link }: LinkToProps) {
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
