import type { ForecastView } from '@/lib/money/forecast'
import { DAY_MS } from '@/lib/platform/calendar'

/** Days after the end of the band that are still drawn: the line is seen to lie at zero. */
const AFTER_EMPTY = 2
/** So many days are always drawn. */
const MIN_DAYS = 7
/** And no more than these, or than twice the past beside them. */
const MAX_DAYS = 30

/**
 * How many days of a forecast are drawn beside so many of the past: until shortly after the wallet is empty, or a part of
 * the past's length where it lasts.
 */
export function shownDays({ runOut }: Pick<ForecastView, 'runOut'>, now: Date, pastDays: number): number {
  const most = Math.max(MAX_DAYS, 2 * pastDays)
  const until = (at: Date | null) =>
    at === null ? null : Math.ceil((at.getTime() - now.getTime()) / DAY_MS) + AFTER_EMPTY
  const [first, middle, last] = [until(runOut.p10), until(runOut.p50), until(runOut.p90)]
  if (first === null) return Math.min(MAX_DAYS, Math.max(MIN_DAYS, Math.round(pastDays / 2)))
  return Math.max(MIN_DAYS, Math.min(last ?? most, (middle ?? first) * 3, most))
}
