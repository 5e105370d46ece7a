import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roomWithin, sensibleCount } from '@/lib/collect/runs/loop/run-cap'
import { isFullAfter } from '@/lib/collect/runs/loop/run-step'

const SMALLEST = 20
const NOTHING_USED = { items: 0, chargeMicro: 0n, unknownItems: 0 }

const caps = fc.record({
  capItems: fc.option(fc.nat(1000)),
  capMicro: fc.option(fc.bigInt({ min: 0n, max: 5_000_000n })),
})
const used = fc.record({
  items: fc.nat(1200),
  chargeMicro: fc.bigInt({ min: 0n, max: 6_000_000n }),
  unknownItems: fc.nat(300),
})
const maximum = fc.constantFrom(50, 100, 200)
const price = fc.bigInt({ min: 0n, max: 20_000n })

describe('the room within a run’s caps', () => {
  test('never lets a page pass a cap, with unknown calls counted in full', () => {
    fc.assert(
      fc.property(caps, used, maximum, price, ({ capItems, capMicro }, before, most, priceMicro) => {
        const { count } = roomWithin({ capItems, capMicro }, before, most, priceMicro)
        if (count === null) return
        expect(count).toBeGreaterThanOrEqual(SMALLEST)
        expect(count).toBeLessThanOrEqual(most)
        const after = before.unknownItems + count
        if (capItems !== null) expect(before.items + after).toBeLessThanOrEqual(capItems)
        if (capMicro !== null) expect(before.chargeMicro + BigInt(after) * priceMicro <= capMicro).toBe(true)
      }),
    )
  })

  test('is used: where it is full, even the smallest page would pass a cap, and else one item more would', () => {
    fc.assert(
      fc.property(caps, used, maximum, price, ({ capItems, capMicro }, before, most, priceMicro) => {
        const passes = (count: number): boolean => {
          const after = before.unknownItems + count
          const inItems = capItems !== null && before.items + after > capItems
          return inItems || (capMicro !== null && before.chargeMicro + BigInt(after) * priceMicro > capMicro)
        }
        const room = roomWithin({ capItems, capMicro }, before, most, priceMicro)
        if (room.count === null) expect(room.isFull && passes(SMALLEST)).toBe(true)
        else expect(room.count === most || passes(room.count + 1)).toBe(true)
      }),
    )
  })

  test('a run that buys until it is full never passes its cap in items, and stops with less than a page left', () => {
    fc.assert(
      fc.property(fc.integer({ min: SMALLEST, max: 2000 }), maximum, (capItems, most) => {
        let items = 0
        for (let pages = 0; pages <= 100; pages++) {
          const room = roomWithin({ capItems, capMicro: null }, { ...NOTHING_USED, items }, most, null)
          if (room.count === null) break
          const isFull = isFullAfter(room, room.count)
          items += room.count
          expect(isFull).toBe(capItems - items < SMALLEST)
        }
        expect(items).toBeLessThanOrEqual(capItems)
        expect(capItems - items).toBeLessThan(SMALLEST)
      }),
    )
  })

  test('a cap in credits needs a price, and is not full for want of one', () => {
    const room = roomWithin({ capItems: null, capMicro: 1_000_000n }, NOTHING_USED, 100, null)
    expect(room).toMatchObject({ count: null, isFull: false, problem: { kind: 'run_cap', charged: 'no' } })
    expect(roomWithin({ capItems: 30, capMicro: null }, NOTHING_USED, 100, null)).toEqual({
      count: 30,
      leftItems: 30,
      problem: null,
    })
  })

  test('what costs nothing passes no cap in credits, unless that was passed before', () => {
    const caps = { capItems: null, capMicro: 10n }
    expect(roomWithin(caps, { ...NOTHING_USED, chargeMicro: 10n }, 100, 0n).count).toBe(100)
    expect(roomWithin(caps, { ...NOTHING_USED, chargeMicro: 11n }, 100, 0n).count).toBeNull()
  })

  test('without a cap there is always room', () => {
    expect(isFullAfter({ count: 100, leftItems: null, problem: null }, 100)).toBe(false)
  })
})

describe('the sensible size of a page', () => {
  const run = { untilKnown: true, isBaseline: false, pages: 0, reusedPages: 0 }

  test('begins small and doubles with each page, bought or taken, where a run stops at what is known', () => {
    const sizes = [0, 1, 2, 3].map((pages) => sensibleCount({ ...run, pages }))
    expect(sizes).toEqual([20, 40, 80, 160])
    expect(sensibleCount({ ...run, pages: 1, reusedPages: 2 })).toBe(160)
  })

  test('stays a number after any number of pages', () => {
    expect(sensibleCount({ ...run, pages: 100_000 })).toBe(sensibleCount({ ...run, pages: 10 }))
  })

  test('sets no bound for other runs, nor for the first of a search', () => {
    expect(sensibleCount({ ...run, untilKnown: false })).toBe(Number.POSITIVE_INFINITY)
    expect(sensibleCount({ ...run, isBaseline: true })).toBe(Number.POSITIVE_INFINITY)
  })
})
