import type { PastDay } from './days'

/** The growth of spend, as a share per day, and its uncertainty. */
export interface Trend {
  readonly perDay: number
  readonly doubt: number
}

const MAX_WEEKS = 9
const MIN_WEEKS = 4
/** Prior assumption: spend seldom grows or shrinks faster than this per day. */
const USUAL_PER_DAY = 0.004

/** Returns the trend of the last weeks' sums. Noisy sums get less weight. */
export function trendOf(days: readonly PastDay[]): Trend {
  const weeks: number[] = []
  for (let end = days.length; end >= 7 && weeks.length < MAX_WEEKS; end -= 7)
    weeks.unshift(days.slice(end - 7, end).reduce((sum, { total }) => sum + total, 0))
  const known = weeks.flatMap((total, week) => (total > 0 ? [{ week, log: Math.log(total) }] : []))
  if (known.length < MIN_WEEKS) return { perDay: 0, doubt: USUAL_PER_DAY }
  const count = known.length
  const meanWeek = known.reduce((sum, { week }) => sum + week, 0) / count
  const meanLog = known.reduce((sum, { log }) => sum + log, 0) / count
  const spread = known.reduce((sum, { week }) => sum + (week - meanWeek) ** 2, 0)
  const slope = known.reduce((sum, { week, log }) => sum + (week - meanWeek) * (log - meanLog), 0) / spread
  const rest = known.reduce((sum, { week, log }) => sum + (log - meanLog - slope * (week - meanWeek)) ** 2, 0)
  const variance = rest / (count - 2) / spread / 49
  const usual = USUAL_PER_DAY ** 2
  return {
    perDay: ((slope / 7) * usual) / (usual + variance),
    doubt: Math.sqrt((usual * variance) / (usual + variance)),
  }
}
