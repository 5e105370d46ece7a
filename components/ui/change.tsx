import { formatPercent } from '@/lib/kernel'
import classes from './sections.module.css'

interface ChangeProps {
  readonly now: number
  readonly before: number
  /** The better direction; without it a change is neither good nor bad. */
  readonly better?: 'more' | 'less'
  /** Text if there was none before. */
  readonly first?: string
}

/** Shows by how much a figure differs from the previous one, and whether that is good. */
export function Change({ now, before, better, first = 'none before' }: ChangeProps) {
  if (before === 0) return <span className={classes.change}>{now === 0 ? formatPercent(0) : first}</span>
  const percents = ((now - before) / Math.abs(before)) * 100
  const text = formatPercent(Math.abs(percents))
  if (text === formatPercent(0)) return <span className={classes.change}>{text}</span>
  const isMore = percents > 0
  const tone = better === undefined ? undefined : isMore === (better === 'more') ? 'good' : 'bad'
  return (
    <span className={classes.change} data-tone={tone}>
      <span aria-hidden>{isMore ? '▲' : '▼'} </span>
      <span style={HIDDEN}>{isMore ? 'up ' : 'down '}</span>
      {text}
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
