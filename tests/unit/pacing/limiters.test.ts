import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPacer } from '@/lib/pacing'
import { LIMITERS, type Limiter } from '@/tests/factories/limiters'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

const SECONDS = 10

/** A saturated queue against a limiter, in virtual time; `delays` are between our send and its judgement. */
async function saturate(rate: number, limiter: Limiter, delays: readonly number[] = [0]) {
  const clock = makeVirtualClock()
  const pacer = createPacer({ requestsPerSecond: rate, clock })
  const arrivals: number[] = []
  let isOver = false
  const callForEver = async () => {
    for (let call = 0; !isOver; call++) {
      await pacer.slot()
      if (!isOver) arrivals.push(clock.monotonic() + (delays[call % delays.length] ?? 0))
    }
  }
  const caller = callForEver()
  await clock.advance(SECONDS * 1000)
  isOver = true
  await clock.advance(2000)
  await caller
  const refused = arrivals.sort((a, b) => a - b).filter((at) => !limiter(at)).length
  return { refused, share: (arrivals.length - refused) / (rate * SECONDS) }
}

describe.each(Object.entries(LIMITERS))('against %s', (_, make) => {
  test.each([10, 25, 100, 200])('at %d a second: no 429, and nearly the whole rate', async (rate) => {
    const { refused, share } = await saturate(rate, make(rate, 0))
    expect(refused).toBe(0)
    // A sleep ends on a whole millisecond: what that costs is made up within the next gap.
    expect(share).toBeGreaterThanOrEqual(0.97)
  })

  test('a pack of one a second is not refused', async () => {
    expect((await saturate(1, make(1, 0))).refused).toBe(0)
  })
})

test('no 429 either with the delay spread over 8 ms and windows that begin anywhere', async () => {
  const delays = fc.array(fc.double({ min: 0, max: 8, noNaN: true }), { minLength: 1, maxLength: 40 })
  const kinds = fc.constantFrom(...Object.values(LIMITERS).slice(0, 6))
  await fc.assert(
    fc.asyncProperty(kinds, delays, fc.integer({ min: 0, max: 999 }), async (make, spread, offset) => {
      expect((await saturate(25, make(25, offset), spread)).refused).toBe(0)
    }),
    { numRuns: 25 },
  )
})
