import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './sections.module.css'

/** Shows one figure: compact on screen, exact on hover and to screen readers. */
export function StatTile(props: {
  readonly label: string
  readonly value: ReactNode
  /** Exact figure. */
  readonly exact?: string
  readonly hint?: ReactNode
  /** True for the one figure that matters on a page. */
  readonly isMain?: boolean
}) {
  const { label, value, exact, hint, isMain } = props
  return (
    <div className={classes.tile}>
      <div className={classes.label}>{label}</div>
      <div className={classes.figure} data-main={isMain || undefined} title={exact}>
        {value}
      </div>
      {hint && <div className={classes.hint}>{hint}</div>}
    </div>
  )
}

/** Lays tiles out side by side in one strip; `width` is the minimum of each, in pixels. */
export function StatStrip({
  width = 200,
  children,
}: {
  readonly width?: number
  readonly children: ReactNode
}) {
  return (
    <Box className={classes.strip ?? ''} style={{ '--fact-width': `${width}px` }}>
      {children}
    </Box>
  )
}
