import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runOutAtSpend, runOutPosition } from '@/lib/money/forecast/list-run-outs'

const NOW = new Date('2026-11-26T12:00:00Z')
const DAY_MS = 86_400_000

test('a balance lasts as many days as it covers the daily spend', () => {
  expect(runOutAtSpend(10n, 4n, NOW).getTime()).toBe(NOW.getTime() + 2.5 * DAY_MS)
})

test('an overdrawn balance ends now, and none ends in the past or after the last possible date', () => {
  expect(runOutAtSpend(-7n, 2n, NOW)).toEqual(NOW)
  const amount = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })
  const pace = fc.bigInt({ min: 1n, max: 10n ** 24n })
  fc.assert(
    fc.property(amount, pace, (balance, perDay) => {
      const end = runOutAtSpend(balance, perDay, NOW).getTime()
      expect(end).toBeGreaterThanOrEqual(NOW.getTime())
      expect(new Date(end).getUTCFullYear()).toBeLessThanOrEqual(9999)
    }),
  )
})

test('wallets that run out on one day are in the order of its hours; one whose balance is unknown precedes those that last', () => {
  const at = (days: number) =>
    ({ by: { kind: 'daily_spend', at: new Date(NOW.getTime() + days * DAY_MS) } }) as const
  const list = [at(1645.9), { by: { kind: 'unknown' } } as const, at(1645.8), at(2.4), at(2.3)]
  const inOrder = list.toSorted((a, b) => runOutPosition(a, NOW) - runOutPosition(b, NOW))
  expect(inOrder.map((one) => list.indexOf(one))).toEqual([4, 3, 1, 2, 0])
})
