import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITER_NAMES, type LimiterName } from '@/lib/sandbox'
import { createLimiters } from '@/lib/sandbox/limiters'
import { LIMITERS, type Limiter, STRICT_LIMITERS } from '@/tests/factories/limiters'
import { createManualClock } from './manual-clock'
import { start } from './start'

/** For each limiter an independent model that counts the same. */
const MODELS: Readonly<Record<LimiterName, string>> = {
  'fixed-window': 'a fixed window by the wall clock',
  'first-request-window': 'a fixed window from the first request',
  'sliding-log': 'a sliding log',
  'sliding-counter': 'a sliding counter',
  'token-bucket': 'a bucket of the whole rate',
  gcra: 'a bucket of 5',
  'gcra-strict': 'a bucket of 1',
}
const START = Date.UTC(2026, 2, 1)
/** The limiter may consider a second over before the clock, which counts whole milliseconds, does. */
const EARLY_MS = 1

function modelOf(name: LimiterName, rate: number): Limiter {
  const make = { ...LIMITERS, ...STRICT_LIMITERS }[MODELS[name]]
  if (!make) throw new Error(`No model is called ${MODELS[name]}`)
  return make(rate, START + EARLY_MS)
}

const limiterOf = (name: LimiterName) => {
  const clock = createManualClock(START)
  return createLimiters(name, { ...clock, monotonic: () => 0 }).of('a key')
}

// Whole milliseconds, so that the model and the limiter round alike.
const waits = fc.array(fc.oneof(fc.constant(0), fc.nat(40), fc.nat(1500), fc.constantFrom(999, 1000, 1001)), {
  minLength: 1,
  maxLength: 300,
})

describe.each(LIMITER_NAMES)('%s', (name) => {
  test.each([5, 10, 25, 100])('lets the same requests pass as its model, at %i a second', (rate) => {
    fc.assert(
      fc.property(waits, (gaps) => {
        const [limiter, model] = [limiterOf(name), modelOf(name, rate)]
        let now = 0
        for (const gap of gaps) {
          now += gap
          expect(limiter.refuse(rate, now) === null).toBe(model(now))
        }
      }),
      { numRuns: 40 },
    )
  })

  test('a caller that returns after the stated wait is not refused, and that wait is within a second', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 10, 25), fc.integer({ min: 1, max: 60 }), (rate, calls) => {
        const limiter = limiterOf(name)
        let now = 0
        for (let call = 0; call < calls; call++) {
          const waitMs = limiter.refuse(rate, now)
          if (waitMs === null) continue
          expect(waitMs).toBeGreaterThan(0)
          expect(waitMs).toBeLessThanOrEqual(1001) // the counter's window, and a millisecond
          now += Math.ceil(waitMs)
          expect(limiter.refuse(rate, now)).toBeNull()
        }
      }),
    )
  })

  test('another rate applies from the next request on', () => {
    const limiter = limiterOf(name)
    const passedAt = (rate: number, from: number) => {
      let passed = 0
      for (let now = from; now < from + 10_000; now += 1) if (limiter.refuse(rate, now) === null) passed++
      return passed
    }
    expect(Math.abs(passedAt(10, 0) - 100)).toBeLessThanOrEqual(10)
    expect(Math.abs(passedAt(100, 20_000) - 1000)).toBeLessThanOrEqual(100)
    expect(Math.abs(passedAt(10, 40_000) - 100)).toBeLessThanOrEqual(10)
  })

  test('decides the answers of a service that it is chosen for', async () => {
    const { sandbox, get, clock } = await start({ pack: 'Starter' })
    sandbox.chooseLimiter(name)
    clock.advance(5000)
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await get('/v1/me')).status))
    const model = modelOf(name, 10)
    const passed = Array.from({ length: 12 }, () => model(0)).filter(Boolean).length
    expect(statuses.filter((status) => status === 200)).toHaveLength(passed)
    expect(statuses.filter((status) => status === 429)).toHaveLength(12 - passed)
  })
})

test('each key is counted separately', () => {
  const limiters = createLimiters('gcra-strict', createManualClock(START))
  expect(limiters.of('a').refuse(1, 0)).toBeNull()
  expect(limiters.of('b').refuse(1, 0)).toBeNull()
  expect(limiters.of('a').refuse(1, 0)).toBe(1000)
})
