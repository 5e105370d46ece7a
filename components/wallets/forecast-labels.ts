import { currentUnit, formatCreditsInTable, formatDay, formatWithUnit, type Nano } from '@/lib/kernel'
import type { ForecastView, WalletRunOut } from '@/lib/money/forecast'

/** The parts of a forecast that its words need, as it is or under a "What if". */
type Banded = Pick<ForecastView, 'runOut' | 'days' | 'balanceNano' | 'outsidePerDayNano'>

const SHORT_HISTORY = 'A forecast needs a week of spend.'
const A_YEAR_DAYS = 365

/**
 * Says when a wallet runs out, in a sentence: the same answer that the overview and the list of wallets give in two
 * words.
 */
export function describeRunOut(runOut: WalletRunOut, forecast: ForecastView): string {
  const { by, perDayNano, daysLeft, outsidePerDayNano } = runOut
  const hasHistory = forecast.days.length > 0
  if (by.kind === 'band') return describeForecast({ ...forecast, runOut: by.band })
  if (by.kind === 'idle') return 'Nothing was spent in the last 28 days, so this wallet is not running out.'
  if (by.kind !== 'daily_spend')
    return 'This is the wallet’s first day of spend. Purser needs one full day of spend to estimate a date, and a week to give a range.'
  const spend = `At its daily spend of ${formatCreditsInTable(perDayNano)} ${currentUnit()} this wallet`
  const when =
    (daysLeft ?? 0) > A_YEAR_DAYS
      ? `${spend} lasts beyond ${by.at.getUTCFullYear() - 1}.`
      : `${spend} runs out around ${formatDay(by.at)}.`
  const sure = hasHistory ? '' : ' With less than a week of spend, this is a rough estimate.'
  return `${when}${outsideWords(outsidePerDayNano, true)}${sure}`
}

/** Says when a wallet runs out by a forecast: the middle of the band, and its ends. `pace` says at which spend. */
export function describeForecast(forecast: Banded, pace = 'At the current pace'): string {
  const { outsidePerDayNano, balanceNano, days } = forecast
  const when = whenOf(forecast, pace)
  return balanceNano <= 0n ? when : when + outsideWords(outsidePerDayNano, days.length > 0)
}

/** Describes outside spend. Without a forecast there is nothing that it is a part of. */
function outsideWords(perDayNano: Nano, isPart: boolean): string {
  if (perDayNano <= 0n) return ''
  const credits = `${formatWithUnit(perDayNano)} a day`
  return isPart
    ? ` ${credits} of that is outside spend, as in the last 7 days.`
    : ` Outside spend takes ${credits}, as in the last 7 days.`
}

function whenOf({ runOut, days, balanceNano }: Banded, pace: string): string {
  if (balanceNano <= 0n) return 'This wallet is empty.'
  const { p10, p50, p90 } = runOut
  if (p10 === null)
    return days.length > 0 ? `${pace} this wallet lasts for more than 120 days.` : SHORT_HISTORY
  const day = (at: Date) => formatDay(at)
  if (p50 === null)
    return `${pace} this wallet lasts for more than 120 days; there is a 10% chance that it runs out by ${day(p10)}.`
  const range = p90 === null ? `after ${day(p10)}` : `${day(p10)} – ${day(p90)}`
  return `${pace} this wallet runs out around ${day(p50)} (likely ${range}).`
}
