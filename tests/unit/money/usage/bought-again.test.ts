import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeBoughtAgain } from '@/lib/money/usage/compare-spend'

const PRICE = 150_000_000n
const day = (items: number, newItems: number, unpricedItems = 0) => ({
  items,
  newItems,
  unpricedItems,
  chargeNano: BigInt(items - unpricedItems) * PRICE,
})

describe('what was bought again', () => {
  test('costs what those items cost, to the last decimal if there is one price', () => {
    expect(computeBoughtAgain([day(200, 20), day(100, 100)])).toEqual({ items: 180, nano: 180n * PRICE })
  })

  test('is calculated day by day, so that a changed price counts from its day on', () => {
    const dear = { ...day(100, 50), chargeNano: 100n * 2n * PRICE }
    expect(computeBoughtAgain([day(100, 50), dear]).nano).toBe(50n * PRICE + 50n * 2n * PRICE)
  })

  test('never costs more than everything bought, nor anything if no price was known', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(1000), (items, newItems, unpriced) => {
        const sums = day(items, newItems, Math.min(items, unpriced))
        const { nano } = computeBoughtAgain([sums])
        expect(nano).toBeGreaterThanOrEqual(0n)
        expect(nano).toBeLessThanOrEqual(sums.chargeNano)
      }),
    )
  })
})
