import { describe, expect, test } from 'vitest'
import { describeRunOut } from '@/components/wallets/forecast-labels'
import type { ForecastView } from '@/lib/money/forecast'

const NEVER: ForecastView['runOut'] = { p10: null, p50: null, p90: null }
const LEAK = 40_000_000_000n
const DAY = { day: '2026-12-01', balanceNano: { p10: 1n, p50: 1n, p90: 1n } }

const words = (over: Partial<ForecastView>): string =>
  describeRunOut(
    { hasHistory: true, runOut: NEVER, days: [DAY], balanceNano: 1n, outsidePerDayNano: LEAK, ...over },
    'UTC',
  )

describe('a forecast that counts outside spend', () => {
  test('says how much of it that is', () => {
    expect(words({})).toMatch(/ 40 credits a day of that is outside spend, as in the last 7 days\.$/)
    expect(words({ outsidePerDayNano: 0n })).not.toContain('outside')
  })

  test('says it by itself where there is too little spend to forecast from', () => {
    expect(words({ hasHistory: false, days: [] })).toBe(
      'There is not yet a week of spend to forecast from. Outside spend takes 40 credits a day, as in the last 7 days.',
    )
  })

  test('says nothing of it where the wallet is empty', () => {
    expect(words({ balanceNano: 0n, runOut: { p10: new Date(0), p50: new Date(0), p90: new Date(0) } })).toBe(
      'This wallet is empty.',
    )
  })
})
