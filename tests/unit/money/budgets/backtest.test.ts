import { expect, test } from 'vitest'
import { backtest, type SpendInterval } from '@/lib/money/budgets/backtest'
import { createSeededRandom } from '@/lib/money/forecast/run-out'

const HOUR = 3_600_000
const part = (hour: number, pages: number, items: number, period = 'a'): SpendInterval => ({
  startsAt: new Date(hour * HOUR),
  endsAt: new Date((hour + 1) * HOUR),
  ...{ period, pages, items, chargeNano: 0n },
})
const itemsOf = ({ items }: SpendInterval) => BigInt(items)

test('a backtest stops in the interval that uses up the amount, and lacks the rest of that interval and all that follows in the period', () => {
  const parts = [part(0, 10, 100), part(1, 10, 100), part(2, 4, 40), part(3, 2, 20, 'b')]
  expect(backtest(parts, 150n, itemsOf)).toEqual([{ at: new Date(HOUR), pagesShort: 5 + 4 }])
  expect(backtest(parts, 240n, itemsOf)).toEqual([])
})

test('another period begins with the whole amount', () => {
  const parts = [part(0, 10, 100), part(1, 10, 100, 'b'), part(2, 1, 10, 'c')]
  expect(backtest(parts, 90n, itemsOf)).toEqual([
    { at: new Date(0), pagesShort: 1 },
    { at: new Date(HOUR), pagesShort: 1 },
  ])
})

test('a larger amount never stops more often or refuses more, and an amount of zero refuses everything', () => {
  const random = createSeededRandom(74)
  for (let round = 0; round < 200; round++) {
    const parts = Array.from({ length: 30 }, (_, hour) => {
      const pages = Math.floor(random() * 5)
      return part(hour, pages, pages * 20, String(Math.floor(hour / 7)))
    })
    const pages = parts.reduce((sum, each) => sum + each.pages, 0)
    const shortBy = (amount: bigint) =>
      backtest(parts, amount, itemsOf).reduce((sum, { pagesShort }) => sum + pagesShort, 0)
    expect(shortBy(0n)).toBe(pages)
    const amount = BigInt(Math.floor(random() * 300))
    expect(shortBy(amount + 50n)).toBeLessThanOrEqual(shortBy(amount))
    expect(backtest(parts, amount + 50n, itemsOf).length).toBeLessThanOrEqual(
      backtest(parts, amount, itemsOf).length,
    )
  }
})
