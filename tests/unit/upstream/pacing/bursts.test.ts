import { describe, expect, test } from 'vitest'
import { LIMITERS } from '@/tests/factories/limiters'
import { besideOthers } from '@/tests/factories/outside-client'

const BEGIN = 5000
const END = 13_000
/** The moment at which a limiter that looks back a second has forgotten the burst. */
const FORGOTTEN = END + 1100

describe.each(Object.entries(LIMITERS))('against %s', (_, make) => {
  test.each([10, 25])(
    'at %d a second: eight seconds after someone else’s burst the key has its rate back, and no call was refused since',
    async (rate) => {
      const outside = (at: number) => (at >= BEGIN && at < END ? rate : 0)
      const calls = await besideOthers({ rate, limiter: make(rate, 0), outside, seconds: 24 })
      expect(calls.some(({ at, isRefused }) => at < FORGOTTEN && isRefused)).toBe(true)
      expect(calls.filter(({ at, isRefused }) => at >= FORGOTTEN && isRefused)).toEqual([])
      const last = calls.filter(({ at }) => at >= END + 8000 && at < END + 10_000)
      expect(last.length).toBeGreaterThanOrEqual(2 * rate * 0.85)
    },
  )

  test('beside another client that stays, few calls are refused, and all that is left is used', async () => {
    const [rate, seconds] = [10, 60]
    const calls = await besideOthers({ rate, limiter: make(rate, 0), outside: () => 3, seconds })
    const refused = calls.filter(({ isRefused }) => isRefused).length
    expect(refused / calls.length).toBeLessThanOrEqual(0.03)
    expect((calls.length - refused) / (rate * seconds)).toBeGreaterThanOrEqual(0.6)
  })
})
