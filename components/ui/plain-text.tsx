'use client'

import type { ReactNode } from 'react'
import classes from './plain-text.module.css'

/**
 * Shows text that somebody else wrote, as text, in its own direction, with its line breaks. A bare element, because
 * long lists have one in each row.
 */
export function PlainText({ children }: { readonly children: ReactNode }) {
  return (
    <p dir="auto" className={classes.plain}>
      {children}
    </p>
  )
}
