import { expect, test } from 'vitest'
import { makeWatchedPacer as make } from '@/tests/factories/watched-pacer'

test('after a 429 the key pauses briefly, then goes on more slowly, and recovers', async () => {
  const { clock, refuseLast, ask, left } = make(100)
  const saturate = (calls: number) => {
    for (let call = 0; call < calls; call++) void ask('x').then((slot) => slot?.answered())
  }
  saturate(300)
  await clock.advance(2500)
  const refusedAt = clock.monotonic()
  refuseLast(1000)
  await clock.advance(99)
  expect(left.filter(({ at }) => at > refusedAt)).toHaveLength(0)
  await clock.advance(401)
  expect(left.filter(({ at }) => at > refusedAt).length).toBeGreaterThan(25)
  await clock.advance(30_000)
  const before = left.length
  saturate(400)
  await clock.advance(2000)
  expect(left.length - before).toBeGreaterThan(180)
})

test('a first call that is refused again after the pause waits out the whole retry-after', async () => {
  const { clock, refuseLast, ask, left } = make(100)
  void ask('head')
  await clock.advance(10)
  refuseLast(1500)
  for (let call = 0; call < 5; call++) void ask('x')
  await clock.advance(102)
  expect(left).toHaveLength(2)
  refuseLast(1500)
  await clock.advance(1400)
  expect(left).toHaveLength(2)
  await clock.advance(300)
  expect(left.length).toBeGreaterThan(2)
})

test('without a retry-after a second counts, and a retry-after of an hour is waited for', async () => {
  for (const [retryAfter, refusals, pause] of [
    [null, 2, 1000],
    [3_600_000, 1, 3_600_000],
  ] as const) {
    const { clock, refuseLast, ask, left } = make(100)
    for (let time = 0; time < refusals; time++) {
      void ask('refused')
      await clock.advance(150)
      refuseLast(retryAfter)
    }
    const before = left.length
    void ask('x')
    await clock.advance(pause - 50)
    expect(left).toHaveLength(before)
    await clock.advance(300)
    expect(left).toHaveLength(before + 1)
  }
})

test('each refused call restarts the block of twelve seconds: two calls, twelve seconds apart', async () => {
  const { clock, pacer } = make(100)
  const calls: number[] = []
  let blockedUntil = 12_000
  const call = async (again: boolean): Promise<void> => {
    const slot = await pacer.slot({ goesFirst: again })
    const now = clock.monotonic()
    calls.push(now)
    const isRefused = now < blockedUntil
    if (isRefused) blockedUntil = now + 12_000
    await clock.sleep(50)
    if (!isRefused) return slot.answered()
    slot.refused({ retryAfterMs: 12_000 })
    return call(true)
  }
  const done = call(false)
  await clock.advance(40_000)
  await done
  expect(calls).toEqual([0, expect.closeTo(12_050, -2)])
})

test('a window of 15 s that no answer reports is tried at five times, not every second', async () => {
  const { clock, pacer } = make(20)
  const log: number[] = []
  const count = { good: 0, refused: 0 }
  const call = async (again: boolean): Promise<void> => {
    const slot = await pacer.slot({ goesFirst: again })
    const now = clock.monotonic()
    const isRefused = log.filter((at) => at > now - 15_000).length >= 3
    if (!isRefused) log.push(now)
    count[isRefused ? 'refused' : 'good']++
    await clock.sleep(50)
    if (!isRefused) return slot.answered()
    slot.refused({ retryAfterMs: null })
    return call(true)
  }
  const run = async () => {
    for (let page = 0; page < 12; page++) await call(false)
  }
  const done = run()
  await clock.advance(120_000)
  await done
  expect(count.good).toBe(12)
  expect(count.refused).toBeLessThanOrEqual(3 * 5)
})

test('another pack does not shorten a pause', async () => {
  const { clock, pacer, refuseLast, ask, left } = make(10)
  for (let time = 0; time < 2; time++) {
    void ask('refused')
    await clock.advance(150)
    refuseLast(1900)
  }
  pacer.setRate(100)
  void ask('x')
  await clock.advance(1800)
  expect(left).toHaveLength(2)
  await clock.advance(200)
  expect(left).toHaveLength(3)
})
