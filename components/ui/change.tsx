import { formatPercent } from '@/lib/kernel'
import classes from './sections.module.css'

interface ChangeProps {
  readonly now: number
  readonly before: number
  /** Whether more is better, or less; without it a change is neither. */
  readonly better?: 'more' | 'less'
}

/** By how much a figure differs from the one before, and whether that is good. */
export function Change({ now, before, better }: ChangeProps) {
  if (before === 0) return <span className={classes.change}>{now === 0 ? formatPercent(0) : 'new'}</span>
  const percents = ((now - before) / Math.abs(before)) * 100
  const rounded = Math.abs(percents) < 10 ? Math.round(percents * 10) / 10 : Math.round(percents)
  if (rounded === 0) return <span className={classes.change}>{formatPercent(0)}</span>
  const isMore = rounded > 0
  const tone = better === undefined ? undefined : isMore === (better === 'more') ? 'good' : 'bad'
  return (
    <span className={classes.change} data-tone={tone}>
      <span aria-hidden>{isMore ? '▲' : '▼'} </span>
      <span style={HIDDEN}>{isMore ? 'up ' : 'down '}</span>
      {formatPercent(Math.abs(rounded))}
    </span>
  )
}

const HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const
