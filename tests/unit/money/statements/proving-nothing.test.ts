import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainReadings } from '@/lib/money/statements/explain-readings'
import { inferPrices } from '@/lib/money/statements/infer-prices'
import { findRedundantReadings } from '@/lib/money/statements/thin-readings'
import { event } from './any-life'
import { Life } from './life'

const QUIET = [null, null, 1_500, 61_000, 90_000, 400_000]
const NAMES = ['search', 'timeline', 'followers'] as const
const usualPage = fc.record({ usual: fc.constantFrom(...NAMES), items: fc.integer({ min: 1, max: 100 }) })
const usualRead = fc.record({ quietMs: fc.constantFrom(...QUIET) })
/** The upstream changes its price, which is booked later, if at all. */
const newPrice = fc.record({ name: fc.constantFrom(...NAMES), price: fc.bigInt({ min: 1n, max: 9n }) })
const booking = fc.record({ books: fc.constantFrom(...NAMES) })

/** Mostly the everyday events of a wallet: pages at their price, and readings. */
const events = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: usualPage },
    { weight: 40, arbitrary: usualRead },
    { weight: 1, arbitrary: newPrice },
    { weight: 2, arbitrary: booking },
    { weight: 1, arbitrary: event },
  ),
  { maxLength: 400, size: 'max' },
)

function lived(all: typeof events extends fc.Arbitrary<infer T> ? T : never): Life {
  const life = new Life()
  const real = { search: 100_000_000n, timeline: 150_000_000n, followers: 10_000_000n }
  const booked = { ...real }
  for (const one of all) {
    if ('usual' in one) life.page(one.usual, one.items, real[one.usual], booked[one.usual])
    else if ('quietMs' in one) life.read(0, one.quietMs)
    else if ('price' in one) real[one.name] = one.price * 50_000_000n
    else if ('books' in one) booked[one.books] = real[one.books]
    else if ('page' in one) life.page(one.page, one.items, one.real, one.booked)
    else if ('topUp' in one) life.topUp(one.topUp)
    else if ('bonus' in one) life.bonus(one.bonus)
    else if ('thief' in one) life.thief(one.thief)
    else if ('lose' in one) life.lose(one.lose, booked.search)
    else life.read(one.read)
  }
  return life.read()
}

const HOUR_MS = 3_600_000

const QUIETLY = { quietMs: null }
const QUIET_READS = Array.from({ length: 8 }, () => QUIETLY)
const ONE_FOLLOWER = [{ usual: 'followers' as const, items: 1 }, QUIETLY]

/** An empty page beside a charged one: together they would seem to confirm a price. */
const EMPTY_PAGE = [
  { page: 'search' as const, items: 1, real: 100_000_002n, booked: 0n },
  ...QUIET_READS,
  { page: 'search' as const, items: 0, real: 1n, booked: null },
  QUIETLY,
  { usual: 'search' as const, items: 1 },
  ...QUIET_READS,
]

/** A reading soon after a free call proves nothing about how soon the earlier charges showed. */
const SOON_AFTER_NOTHING = [
  ...QUIET_READS,
  ...Array.from({ length: 5 }, () => ONE_FOLLOWER).flat(),
  { quietMs: 61_000 },
  ...QUIET_READS,
  { bonus: 1n },
  { quietMs: 61_000 },
]

/** Returns everything that is reported about a wallet, and when it was known. */
function told({ readings, lost }: Pick<Life, 'readings' | 'lost'>) {
  const { movements, shifts, learntMs } = explainReadings(readings, lost)
  const moved = movements.filter(
    (movement) => movement.dropNano !== 0n || movement.lost.length > 0 || movement.unpricedNano !== 0n,
  )
  return {
    facts: {
      learntMs,
      shifts: shifts.map(({ knownAt: _, ...shift }) => shift),
      moved: moved.map(({ recognisedAt: _, ...movement }) => movement),
      prices: inferPrices(movements).map(({ operation, priceNano, isSure }) => [
        operation,
        priceNano,
        isSure,
      ]),
    },
    times: [...shifts.map(({ knownAt }) => knownAt), ...moved.map(({ recognisedAt }) => recognisedAt)],
  }
}

test('without the redundant readings everything is explained as before, and they are many', () => {
  let [all, gone] = [0, 0]
  fc.assert(
    fc.property(events, (given) => {
      const { readings, lost } = lived(given)
      const going = new Set(findRedundantReadings(readings, lost))
      all += readings.length
      gone += going.size
      const left = readings.filter(({ id }) => !going.has(id))
      expect(left[0]).toBe(readings[0])
      expect(left.at(-1)).toBe(readings.at(-1))
      const [before, after] = [told({ readings, lost }), told({ readings: left, lost })]
      expect(after.facts).toEqual(before.facts)
      // What was known within an hour is now known at the end of that hour.
      for (const [at, time] of after.times.entries()) {
        const later = time.getTime() - (before.times[at]?.getTime() ?? 0)
        expect(later).toBeGreaterThanOrEqual(0)
        expect(later).toBeLessThan(HOUR_MS)
      }
    }),
    { numRuns: 300, examples: [[EMPTY_PAGE], [SOON_AFTER_NOTHING]] },
  )
  expect(gone / all).toBeGreaterThan(0.2)
})
