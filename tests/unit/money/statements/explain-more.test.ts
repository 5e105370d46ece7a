import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainNewReadings, explainReadings } from '@/lib/money/statements/explain-readings'
import type { ReadingView } from '@/lib/money/wallets'
import { event, lifeOf } from './any-life'
import type { Life } from './life'

const PRICE = 100_000_000n

/**
 * Mostly usual events, so that there is something to continue with; and charges that show too late for a
 * reading.
 */
const usual = fc.oneof(
  { weight: 8, arbitrary: fc.record({ pages: fc.integer({ min: 1, max: 100 }), quietMs: quiet() }) },
  { weight: 1, arbitrary: fc.record({ late: fc.integer({ min: 1, max: 100 }), quietMs: quiet() }) },
  { weight: 1, arbitrary: fc.record({ thief: fc.bigInt({ min: 1n, max: 10n ** 9n }) }) },
  { weight: 1, arbitrary: fc.record({ lose: fc.integer({ min: 0, max: 100 }) }) },
  { weight: 1, arbitrary: fc.record({ newPrice: fc.constantFrom(2n, 3n) }) },
)

function quiet() {
  return fc.constantFrom(null, 60_000, 130_000, 500_000)
}

function lived(
  events: readonly (typeof usual extends fc.Arbitrary<infer T> ? T : never)[],
  life: Life,
): Life {
  for (const one of events) {
    if ('pages' in one) life.page('search', one.pages, PRICE).read(0, one.quietMs)
    else if ('late' in one) {
      const nano = BigInt(one.late) * PRICE
      life.page('search', one.late, PRICE).topUp(nano).read(0, one.quietMs).thief(nano).read(0, one.quietMs)
    } else if ('thief' in one) life.thief(one.thief)
    else if ('lose' in one) life.lose(one.lose, PRICE)
    else for (const items of [30, 47]) life.page('timeline', items, one.newPrice * PRICE, PRICE).read(0, null)
  }
  return life.read()
}

/** Returns a reading by a clock that is this many minutes behind. */
const askedBy = (reading: ReadingView, minutes = 0): ReadingView => ({
  ...reading,
  askedAt: new Date(reading.askedAt.getTime() - minutes * 60_000),
})

test('readings that arrive later are explained as if all had arrived together, whatever happened', () => {
  const told = { continued: 0, early: 0, shifts: 0 }
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 6 }),
      fc.array(usual, { minLength: 3, maxLength: 20 }),
      fc.array(fc.nat(6)),
      fc.array(fc.constantFrom(0, 0, 0, 5), { minLength: 1 }),
      (before, events, steps, behind) => {
        const { readings: inOrder, lost } = lived(events, lifeOf(before))
        const readings = inOrder.map((reading, place) => askedBy(reading, behind[place % behind.length]))
        let until = 1
        let history = explainReadings(readings.slice(0, until), lost)
        for (const step of [...steps, readings.length]) {
          const newer = readings.slice(until, until + step)
          until = Math.min(readings.length, until + step)
          if (history.going && history.anchors.length > 1 && newer.length > 0) told.continued++
          history = explainNewReadings(history, readings.slice(0, until), newer, lost)
          if (history.learntMs > 0) told.early++
          if (history.shifts.length > 0) told.shifts++
          expect(history).toEqual(explainReadings(readings.slice(0, until), lost))
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(Math.min(...Object.values(told))).toBeGreaterThan(20)
})
