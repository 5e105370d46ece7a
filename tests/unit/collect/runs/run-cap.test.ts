import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageAllowanceWithinCaps, preferredMaxItems } from '@/lib/collect/runs/loop/run-cap'
import { isFullAfter } from '@/lib/collect/runs/loop/run-step'
import { maxChargeForPage, perItemTariff, type Tariff } from '@/lib/kernel'

const MIN = 20
const NOTHING_USED = { items: 0, chargeNano: 0n, unknownItems: 0, unknownCalls: 0 }

const caps = fc.record({
  capItems: fc.option(fc.nat(1000)),
  capNano: fc.option(fc.bigInt({ min: 0n, max: 5_000_000_000n })),
})
const used = fc
  .record({
    items: fc.nat(1200),
    chargeNano: fc.bigInt({ min: 0n, max: 6_000_000_000n }),
    unknownItems: fc.nat(300),
  })
  .map((sums) => ({ ...sums, unknownCalls: Math.ceil(sums.unknownItems / MIN) }))
const maximum = fc.constantFrom(50, 100, 200)
/** A page of an upstream that keeps to counts, or of one that does not. */
const page = fc
  .record({
    maximum,
    preferredCount: fc.integer({ min: MIN, max: 200 }),
    countHonouredFrom: fc.constantFrom(null, 1, 20, 45, 90),
  })
  .map(({ maximum: most, preferredCount, countHonouredFrom }) => ({
    floor: MIN,
    maximum: most,
    preferredCount: Math.min(most, preferredCount),
    countHonouredFrom,
  }))
const whole = (most: number, countHonouredFrom: number | null = null) => ({
  floor: MIN,
  maximum: most,
  preferredCount: most,
  countHonouredFrom,
})
/** Returns whether a page of this count brings no more items than that. */
const isKept = (
  { countHonouredFrom }: { readonly countHonouredFrom: number | null },
  count: number,
): boolean => countHonouredFrom !== null && count >= countHonouredFrom
/** Returns the least that must be left for another page. */
const leastOf = (next: {
  readonly maximum: number
  readonly preferredCount: number
  readonly countHonouredFrom: number | null
}) => (isKept(next, next.preferredCount) ? Math.max(MIN, next.countHonouredFrom ?? 0) : next.maximum)
const price = fc.bigInt({ min: 0n, max: 20_000_000n })
/**
 * Most services charge for items only; others also for calls, with a minimum per call, or by the size of the
 * page.
 */
const tariff: fc.Arbitrary<Tariff> = fc.oneof(
  price.map(perItemTariff),
  fc.record({
    perItem: price,
    perCall: fc.constantFrom(0n, 5_000_000n, 1_000_000_000n),
    minPerCall: fc.constantFrom(0n, 60_000_000n, 2_000_000_000n),
    steps: price.map((perItem) => [{ from: 45, perItem }]),
    onceADayIn: fc.constant(null),
  }),
)

describe('the room within a run’s caps', () => {
  /**
   * Returns whether a page of this many items, together with what lost calls may have brought, would exceed a
   * cap.
   */
  const passes = (
    { capItems, capNano }: { capItems: number | null; capNano: bigint | null },
    before: typeof NOTHING_USED,
    charged: Tariff,
    { items, most }: { readonly items: number; readonly most: number },
  ): boolean => {
    if (capItems !== null && before.items + before.unknownItems + items > capItems) return true
    const isPlain = charged.perCall + charged.minPerCall === 0n && charged.steps.length === 0
    const unknown = isPlain
      ? BigInt(before.unknownItems) * charged.perItem
      : BigInt(before.unknownCalls) * maxChargeForPage(charged, most)
    return capNano !== null && before.chargeNano + unknown + maxChargeForPage(charged, items) > capNano
  }
  const isFirst = ({ items, unknownItems }: { items: number; unknownItems: number }) =>
    items === 0 && unknownItems === 0

  test('never lets a page exceed a cap with all that it may bring, unknown calls counted in full, except the first of a run', () => {
    fc.assert(
      fc.property(caps, used, page, tariff, (limits, before, next, charged) => {
        const { count } = pageAllowanceWithinCaps(limits, before, next, charged)
        if (count === null) return
        expect(count).toBeGreaterThanOrEqual(MIN)
        expect(count).toBeLessThanOrEqual(next.preferredCount)
        expect(passes(limits, before, charged, { items: count, most: next.maximum })).toBe(false)
        const mayBring = isKept(next, count) ? count : next.maximum
        if (!isFirst(before))
          expect(passes(limits, before, charged, { items: mayBring, most: next.maximum })).toBe(false)
      }),
    )
  })

  test('is used up: if it is full, a page might exceed a cap, otherwise one more item would', () => {
    fc.assert(
      fc.property(caps, used, page, tariff, (limits, before, next, charged) => {
        const wouldPass = (items: number) => passes(limits, before, charged, { items, most: next.maximum })
        const room = pageAllowanceWithinCaps(limits, before, next, charged)
        const smallest = isFirst(before) ? MIN : leastOf(next)
        if (room.count === null) expect(room.isFull && wouldPass(smallest)).toBe(true)
        else expect(room.count === next.preferredCount || wouldPass(room.count + 1)).toBe(true)
      }),
    )
  })

  test('a run that buys until it is full never exceeds a cap in items that can hold a page, and stops with less than a page left', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: MIN, max: 2000 }),
        page,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (capItems, next, parts) => {
          let items = 0
          for (;;) {
            const before = { ...NOTHING_USED, items }
            const room = pageAllowanceWithinCaps({ capItems, capNano: null }, before, next, null)
            if (room.count === null) break
            // What arrives is the count, or anything up to the maximum if the upstream does not keep to
            // counts.
            const part: number = parts.next().value ?? 1
            const comes = isKept(next, room.count) ? room.count : Math.max(5, Math.ceil(next.maximum * part))
            items += comes
            expect(isFullAfter(room, comes)).toBe(capItems - items < room.minLeft)
          }
          const isHeld = isKept(next, Math.min(next.preferredCount, capItems))
          expect(items).toBeLessThanOrEqual(Math.max(capItems, isHeld ? 0 : next.maximum))
          expect(capItems - items).toBeLessThan(leastOf(next))
        },
      ),
    )
  })

  test('a cap in credits needs a price, and without one is not full', () => {
    const room = pageAllowanceWithinCaps(
      { capItems: null, capNano: 1_000_000_000n },
      NOTHING_USED,
      whole(100),
      null,
    )
    expect(room).toMatchObject({ count: null, isFull: false, problem: { kind: 'run_cap', charged: 'no' } })
    expect(pageAllowanceWithinCaps({ capItems: 30, capNano: null }, NOTHING_USED, whole(100), null)).toEqual({
      count: 30,
      leftItems: 30,
      minLeft: 100,
      problem: null,
    })
  })

  test('free items exceed no cap in credits that is not already exceeded', () => {
    const caps = { capItems: null, capNano: 10n }
    expect(
      pageAllowanceWithinCaps(caps, { ...NOTHING_USED, chargeNano: 10n }, whole(100), perItemTariff(0n))
        .count,
    ).toBe(100)
    expect(
      pageAllowanceWithinCaps(caps, { ...NOTHING_USED, chargeNano: 11n }, whole(100), perItemTariff(0n))
        .count,
    ).toBeNull()
  })

  test('without a cap there is always room', () => {
    expect(isFullAfter({ count: 100, leftItems: null, minLeft: 0, problem: null }, 100)).toBe(false)
  })
})

describe('the preferred size of a page', () => {
  const run = { untilKnown: true, isBaseline: false, pages: 0, reusedPages: 0 }

  test('starts small and doubles with each page, bought or reused, if a run stops at known items', () => {
    const sizes = [0, 1, 2, 3].map((pages) => preferredMaxItems({ ...run, pages }, MIN))
    expect(sizes).toEqual([20, 40, 80, 160])
    expect(preferredMaxItems({ ...run, pages: 1, reusedPages: 2 }, MIN)).toBe(160)
  })

  test('stays a number after any number of pages', () => {
    expect(preferredMaxItems({ ...run, pages: 100_000 }, MIN)).toBe(
      preferredMaxItems({ ...run, pages: 10 }, MIN),
    )
  })

  test('is unlimited for other runs and for the first run of a search', () => {
    expect(preferredMaxItems({ ...run, untilKnown: false }, MIN)).toBe(Number.POSITIVE_INFINITY)
    expect(preferredMaxItems({ ...run, isBaseline: true }, MIN)).toBe(Number.POSITIVE_INFINITY)
  })
})
