import type { ForecastView } from '@/lib/money/forecast'
import { DAY_MS } from '@/lib/platform/calendar'

/** Number of days drawn after the end of the band, so that the line is seen to lie at zero. */
const AFTER_EMPTY = 2
/** Minimum number of days drawn. */
const MIN_DAYS = 7
/** Maximum number of days drawn, unless twice the past beside them is more. */
const MAX_DAYS = 30

/**
 * Returns the number of forecast days to draw beside `pastDays`: until shortly after the wallet is empty, or a
 * fraction of the past if it lasts.
 */
export function shownDays({ runOut }: Pick<ForecastView, 'runOut'>, now: Date, pastDays: number): number {
  const most = Math.max(MAX_DAYS, 2 * pastDays)
  const until = (at: Date | null) =>
    at === null ? null : Math.ceil((at.getTime() - now.getTime()) / DAY_MS) + AFTER_EMPTY
  const [first, middle, last] = [until(runOut.p10), until(runOut.p50), until(runOut.p90)]
  if (first === null) return Math.min(MAX_DAYS, Math.max(MIN_DAYS, Math.round(pastDays / 2)))
  return Math.max(MIN_DAYS, Math.min(last ?? most, (middle ?? first) * 3, most))
}
