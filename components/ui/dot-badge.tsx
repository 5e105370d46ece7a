import { Dot } from './dot'
import classes from './sections.module.css'

interface DotBadgeProps {
  readonly color: string
  readonly children: string
}

/**
 * Shows a name with its colour, the same as in charts: an environment. A bare element, because long lists have one in
 * each row.
 */
export const DotBadge = ({ color, children }: DotBadgeProps) => (
  <span className={classes.dotBadge}>
    <Dot color={color} />
    {children}
  </span>
)
