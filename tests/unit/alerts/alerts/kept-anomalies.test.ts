import { beforeEach, describe, expect, test, vi } from 'vitest'
// Imports the file, because the room does not export the cache.
import { createAnomalyCache } from '@/lib/alerts/alerts/evaluate'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'

const DAY = 24 * 3_600_000
const MARK = 'reading 1'

describe('the cache of anomalies', () => {
  const ask = vi.fn(async () => ({ outside: [], shifts: [] }))
  let clock: TestClock
  beforeEach(() => {
    ask.mockClear()
    clock = makeTestClock()
  })

  test('asks once a day, and again after a new reading', async () => {
    const kept = createAnomalyCache(clock)
    await kept.of('a', MARK, ask)
    clock.advance(DAY)
    await kept.of('a', MARK, ask)
    expect(ask).toHaveBeenCalledTimes(1)
    clock.advance(1)
    await kept.of('a', MARK, ask)
    expect(ask).toHaveBeenCalledTimes(2)
    await kept.of('a', 'reading 2', ask)
    expect(ask).toHaveBeenCalledTimes(3)
  })

  test('evicts the wallet that was used longest ago when there are too many', async () => {
    const kept = createAnomalyCache(clock, 2)
    for (const wallet of ['a', 'b', 'a', 'c']) await kept.of(wallet, MARK, ask)
    expect(ask).toHaveBeenCalledTimes(3)
    await kept.of('a', MARK, ask)
    expect(ask).toHaveBeenCalledTimes(3)
    await kept.of('b', MARK, ask)
    expect(ask).toHaveBeenCalledTimes(4)
  })

  test('does not cache a failure', async () => {
    const kept = createAnomalyCache(clock)
    const failing = () => Promise.reject(new Error('no database'))
    await expect(kept.of('a', MARK, failing)).rejects.toThrow('no database')
    await kept.of('a', MARK, ask)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
