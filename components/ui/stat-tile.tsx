import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './sections.module.css'

/** One figure: compact on screen, exact on hover and to screen readers. */
export function StatTile(props: {
  readonly label: string
  readonly value: ReactNode
  /** The exact figure. */
  readonly exact?: string
  readonly hint?: ReactNode
  /** The one figure that matters on a page. */
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

/** Tiles side by side in one strip; `width` in pixels is what each needs at least. */
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
