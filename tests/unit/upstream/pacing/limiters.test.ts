import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITERS, STRICT_LIMITERS, slidingCounter } from '@/tests/factories/limiters'
import { blockedEachSecond, inTurn, saturate } from '@/tests/factories/saturation'

const RATES = [10, 25, 100, 200]
const kinds = Object.keys(LIMITERS)
const windowsAndBucketsOfTen = kinds.filter((name) => !name.endsWith(' 5'))
const ESTIMATE = 'a sliding counter'
const exact = windowsAndBucketsOfTen.filter((name) => name !== ESTIMATE)
const { constantFrom: from } = fc

const limiterOf = (kind: string, rate: number, offset = 0) => {
  const make = LIMITERS[kind]
  if (!make) throw new Error(`No limiter is called ${kind}`)
  return make(rate, offset)
}

describe.each(kinds)('against %s', (kind) => {
  test.each(RATES)('at %d a second: no 429, and nearly the whole rate', async (rate) => {
    const { refused, share } = await saturate({ rate, limiter: limiterOf(kind, rate) })
    expect(refused).toBe(0)
    expect(share).toBeGreaterThanOrEqual(0.97)
  })

  test('a pack of one a second is not refused', async () => {
    const { refused, share } = await saturate({ rate: 1, limiter: limiterOf(kind, 1) })
    expect(refused).toBe(0)
    expect(share).toBeGreaterThanOrEqual(0.9)
  })
})

describe.each(windowsAndBucketsOfTen)('against %s', (kind) => {
  test.each(RATES)('at %d a second, blocked 50 ms once a second: no 429', async (rate) => {
    const limiter = limiterOf(kind, rate, 500)
    const { refused, share } = await saturate({ rate, limiter, lateness: blockedEachSecond(50) })
    expect(refused).toBe(0)
    expect(share).toBeGreaterThanOrEqual(0.94)
  })
})

test('evenly spaced calls satisfy even limiters that allow no burst', async () => {
  for (const make of Object.values(STRICT_LIMITERS))
    expect((await saturate({ rate: 25, limiter: make(25) })).refused).toBe(0)
})

test('the models refuse a client that sends too much', async () => {
  for (const kind of kinds)
    expect((await saturate({ rate: 100, limiter: limiterOf(kind, 80) })).refused).toBeGreaterThan(50)
})

test('no 429 either with the delay spread over 8 ms and windows that begin at any moment', async () => {
  const delays = fc.array(fc.double({ min: 0, max: 8, noNaN: true }), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(
      from(...kinds),
      from(10, 25),
      delays,
      fc.nat(999),
      async (kind, rate, spread, offset) => {
        const limiter = limiterOf(kind, rate, offset)
        expect((await saturate({ rate, limiter, delays: spread })).refused).toBe(0)
      },
    ),
    { numRuns: 60 },
  )
})

describe('however late the process wakes, and however that lateness is spread', () => {
  const moments = (max: number) => fc.double({ min: 0, max, noNaN: true })
  const lateness = fc.array(fc.oneof(fc.constant(0), moments(50)), { minLength: 1, maxLength: 60 })
  const delays = fc.array(moments(1), { minLength: 1, maxLength: 40 })
  const late = (names: readonly string[]) =>
    fc.record({ kind: from(...names), rate: from(...RATES), lateness, delays, offset: fc.nat(999) })
  type Conditions = ReturnType<typeof late> extends fc.Arbitrary<infer Value> ? Value : never
  const run = ({ kind, rate, lateness, delays, offset }: Conditions) =>
    saturate({ rate, limiter: limiterOf(kind, rate, offset), lateness: inTurn(lateness), delays })

  test('no 429 from a limiter that counts calls', () =>
    fc.assert(
      fc.asyncProperty(late(exact), async (conditions) => {
        expect((await run(conditions)).refused).toBe(0)
      }),
      { numRuns: 60 },
    ))

  // It assumes that the last window's calls were evenly spaced, so it may count more than were sent.
  test('hardly any from one that estimates', () =>
    fc.assert(
      fc.asyncProperty(late([ESTIMATE]), async (conditions) => {
        expect((await run(conditions)).refused).toBeLessThanOrEqual(Math.max(3, conditions.rate * 0.2))
      }),
      { numRuns: 30 },
    ))
})

test('windows that begin at any moment change nothing', async () => {
  for (const offset of [1, 333, 999])
    expect((await saturate({ rate: 100, limiter: slidingCounter(100, offset) })).refused).toBe(0)
})
