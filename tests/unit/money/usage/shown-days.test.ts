import { expect, test } from 'vitest'
import { countForecastDays } from '@/lib/money/usage/wallet-chart'

const NOW = new Date(Date.UTC(2026, 10, 24, 12))
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
const shown = (p10: number | null, p50: number | null, p90: number | null, past = 7) =>
  countForecastDays(
    {
      runOut: {
        p10: p10 === null ? null : inDays(p10),
        p50: p50 === null ? null : inDays(p50),
        p90: p90 === null ? null : inDays(p90),
      },
    },
    NOW,
    past,
  )

test('a forecast is drawn until shortly after the wallet is empty, and never as 120 days at zero', () => {
  expect(shown(6, 11, 18)).toBe(20)
  expect(shown(0, 1, 2)).toBe(7)
  // Its end is not drawn in any case, so the past has half of the width.
  expect(shown(80, 95, 118)).toBe(7)
  expect(shown(25, 40, 60)).toBe(30)
  expect(shown(80, 95, 118, 90)).toBe(120)
  expect(shown(null, null, null, 30)).toBe(15)
})
