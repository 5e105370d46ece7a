import { beforeEach, describe, expect, test, vi } from 'vitest'
// The file, not the room: the memory is no door of the alerts.
import { keepAnomalies } from '@/lib/alerts/alerts/kept-anomalies'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'

const MINUTE = 60_000
const READ_AT = 1

describe('anomalies that are kept', () => {
  const ask = vi.fn(async () => ({ outside: [], shifts: [] }))
  let clock: TestClock
  beforeEach(() => {
    ask.mockClear()
    clock = makeTestClock()
  })

  test('are asked for once in five minutes, and again after a new reading', async () => {
    const kept = keepAnomalies(clock)
    await kept.of('a', READ_AT, ask)
    clock.advance(5 * MINUTE)
    await kept.of('a', READ_AT, ask)
    expect(ask).toHaveBeenCalledTimes(1)
    clock.advance(1)
    await kept.of('a', READ_AT, ask)
    expect(ask).toHaveBeenCalledTimes(2)
    await kept.of('a', READ_AT + 1, ask)
    expect(ask).toHaveBeenCalledTimes(3)
  })

  test('of a team that was not looked at for longest are forgotten when there are too many', async () => {
    const kept = keepAnomalies(clock, 2)
    for (const team of ['a', 'b', 'a', 'c']) await kept.of(team, READ_AT, ask)
    expect(ask).toHaveBeenCalledTimes(3)
    await kept.of('a', READ_AT, ask)
    expect(ask).toHaveBeenCalledTimes(3)
    await kept.of('b', READ_AT, ask)
    expect(ask).toHaveBeenCalledTimes(4)
  })

  test('are not kept where asking failed', async () => {
    const kept = keepAnomalies(clock)
    const failing = () => Promise.reject(new Error('no database'))
    await expect(kept.of('a', READ_AT, failing)).rejects.toThrow('no database')
    await kept.of('a', READ_AT, ask)
    expect(ask).toHaveBeenCalledTimes(1)
  })
})
