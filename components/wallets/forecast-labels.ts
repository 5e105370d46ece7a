import { formatCredits, formatDay } from '@/lib/kernel'
import type { ForecastView } from '@/lib/money/forecast'

/** When a wallet runs out, in words: the middle of the band, and its ends. */
export function describeRunOut(forecast: ForecastView, timeZone: string): string {
  const { outsidePerDayNano, balanceNano, days } = forecast
  const when = whenOf(forecast, timeZone)
  if (outsidePerDayNano <= 0n || balanceNano <= 0n) return when
  const credits = `${formatCredits(outsidePerDayNano)} credits a day`
  // Without a forecast there is nothing that it is a part of.
  return days.length === 0
    ? `${when} Outside spend takes ${credits}, as in the last 7 days.`
    : `${when} ${credits} of that is outside spend, as in the last 7 days.`
}

function whenOf({ runOut, days, balanceNano }: ForecastView, timeZone: string): string {
  if (balanceNano <= 0n) return 'This wallet is empty.'
  const { p10, p50, p90 } = runOut
  if (p10 === null)
    return days.length > 0
      ? 'At its usual use this wallet lasts for more than 120 days.'
      : 'There is not yet a week of spend to forecast from.'
  const day = (at: Date | null) => (at === null ? 'more than 120 days from now' : formatDay(at, timeZone))
  return p50 === null
    ? `At its usual use this wallet lasts for more than 120 days; in one case of ten it is empty by ${day(p10)}.`
    : `At its usual use this wallet is empty about ${day(p50)} (likely ${day(p10)} – ${day(p90)}).`
}
