import { describe, expect, test } from 'vitest'
import { describeForecast, describeRunOut } from '@/components/wallets/forecast-labels'
import type { ForecastView, WalletRunOut } from '@/lib/money/forecast'

const NEVER: ForecastView['runOut'] = { p10: null, p50: null, p90: null }
const LEAK = 40_000_000_000n
const DAY = { day: '2026-12-01', balanceNano: { p10: 1n, p50: 1n, p90: 1n } }

const words = (over: Partial<ForecastView>): string =>
  describeForecast({
    hasHistory: true,
    runOut: NEVER,
    days: [DAY],
    balanceNano: 1n,
    outsidePerDayNano: LEAK,
    ...over,
  })

test('a forecast under a “What if” does not claim the current pace', () => {
  const forecast = { runOut: NEVER, days: [DAY], balanceNano: 1n, outsidePerDayNano: 0n }
  expect(describeForecast(forecast, 'Then')).toBe('Then this wallet lasts for more than 120 days.')
})

describe('a forecast that counts outside spend', () => {
  test('says how much of the spend that is', () => {
    expect(words({})).toMatch(/ 40 credits a day of that is outside spend, as in the last 7 days\.$/)
    expect(words({ outsidePerDayNano: 0n })).not.toContain('outside')
  })

  test('mentions it separately if there is too little spend to forecast from', () => {
    expect(words({ hasHistory: false, days: [] })).toBe(
      'A forecast needs a week of spend. Outside spend takes 40 credits a day, as in the last 7 days.',
    )
  })

  test('does not mention it if the wallet is empty', () => {
    expect(words({ balanceNano: 0n, runOut: { p10: new Date(0), p50: new Date(0), p90: new Date(0) } })).toBe(
      'This wallet is empty.',
    )
  })
})

describe('when a wallet runs out, in a sentence', () => {
  const view: ForecastView = {
    ...{ hasHistory: false, runOut: NEVER, days: [], balanceNano: 1n },
    outsidePerDayNano: LEAK,
  }
  const sentence = (
    by: WalletRunOut['by'],
    over: Partial<ForecastView> = {},
    daysLeft: number | null = 16,
  ): string => {
    const forecast = { ...view, ...over }
    const { outsidePerDayNano } = forecast
    const wallet: WalletRunOut['wallet'] = {
      ...{ id: 'w', name: 'Main', createdAt: new Date(0), keyCount: 1, isPaused: false },
      ...{ balance: null, expectedNano: 1n },
    }
    const runOut = { wallet, perDayNano: 43_700_000_000n, outsidePerDayNano, by, daysLeft }
    return describeRunOut(runOut, forecast)
  }
  const daily = { kind: 'daily_spend', at: new Date(Date.UTC(2026, 11, 12, 12)) } as const

  test('follows its daily spend if there is less than a week of it, as on the overview', () => {
    expect(sentence(daily)).toBe(
      'At its daily spend of 43.70 credits this wallet runs out around 12 Dec 2026. 40 credits a day of that is outside spend, as in the last 7 days. With less than a week of spend, this is a rough estimate.',
    )
    expect(sentence(daily, { hasHistory: true, days: [DAY], outsidePerDayNano: 0n }, 500)).toBe(
      'At its daily spend of 43.70 credits this wallet lasts beyond 2025.',
    )
  })

  test('follows the forecast’s band, or says why there is none', () => {
    const at = daily.at
    expect(
      sentence({ kind: 'band', band: { p10: at, p50: at, p90: null } }, { hasHistory: true, days: [DAY] }),
    ).toContain('runs out around 12 Dec 2026 (likely after 12 Dec 2026).')
    expect(sentence({ kind: 'idle' })).toContain('Nothing was spent in the last 28 days')
    expect(sentence({ kind: 'first_day' })).toContain('Purser needs one full day of spend to estimate a date')
  })
})
