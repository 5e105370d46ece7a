'use client'

import type { ReactNode } from 'react'
import classes from './plain-text.module.css'

/**
 * Text that somebody else wrote: shown as text, in its own direction, with its line breaks. A bare element, since long
 * lists have one in each row.
 */
export function PlainText({ children }: { readonly children: ReactNode }) {
  return (
    <p dir="auto" className={classes.plain}>
      {children}
    </p>
  )
}
