import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LostCall } from '@/lib/money/ledger'
import { createCleanReadingTest } from '@/lib/money/statements/windows'
import type { ReadingView } from '@/lib/money/wallets'

const USUAL_MS = 60_000
const moment = fc.integer({ min: 0, max: 40 }).map((step) => new Date(step * 15_000))
const wait = fc.constantFrom(null, 0, 30_000, 60_000, 90_000, 300_000)
const reading = fc.record({
  ...{ id: fc.constant('r'), at: moment, askedAt: moment, quietMs: wait, settlingMs: wait },
  inFlight: fc.constantFrom(0, 0, 0, 1),
  byOperation: fc.constant({}),
  balanceNano: fc.constant(0n),
  expiringNano: fc.constant(null),
  settledNano: fc.constant(0n),
  unpricedItems: fc.constant(0),
  inFlightNano: fc.constant(0n),
}) satisfies fc.Arbitrary<ReadingView>

const lostCall = (endedAt: Date): LostCall => ({
  ...{ attemptId: 'a', operation: 'search', environmentId: 'e', openedAt: new Date(0), endedAt },
  ...{ maxItems: 100, maxUnits: 100, maxNano: null, priceNano: null, resolution: null },
})

/** Returns whether a reading is clean, by checking each lost call separately. */
function isCleanByAll(one: ReadingView, ends: readonly Date[], learntMs: number): boolean {
  const settling = Math.max(one.settlingMs ?? USUAL_MS, learntMs)
  const isQuiet = one.quietMs === null || one.quietMs >= settling
  const isClear = (end: Date) => one.askedAt < end || +one.askedAt - +end >= Math.max(USUAL_MS, settling)
  return one.inFlight === 0 && isQuiet && ends.every(isClear)
}

test('a reading is clean if no lost call, in any order, had just ended', () => {
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 8 }), reading, wait, (ends, one, learnt) => {
      const isClean = createCleanReadingTest(ends.map(lostCall))
      expect(isClean(one, learnt ?? 0)).toBe(isCleanByAll(one, ends, learnt ?? 0))
    }),
    { numRuns: 2_000 },
  )
})
