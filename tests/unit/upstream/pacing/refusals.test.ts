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
  refuseLast(3000)
  for (let call = 0; call < 5; call++) void ask('x')
  await clock.advance(102)
  expect(left).toHaveLength(2)
  refuseLast(3000)
  await clock.advance(2900)
  expect(left).toHaveLength(2)
  await clock.advance(300)
  expect(left.length).toBeGreaterThan(2)
})

test('without a retry-after a second counts, and no answer stops a key for more than a minute', async () => {
  for (const [retryAfter, pause] of [
    [null, 1000],
    [3_600_000, 60_000],
  ] as const) {
    const { clock, refuseLast, ask, left } = make(100)
    for (let time = 0; time < 2; time++) {
      void ask('refused')
      await clock.advance(150)
      refuseLast(retryAfter)
    }
    const before = left.length
    void ask('x')
    await clock.advance(pause - 50)
    expect(left).toHaveLength(before)
    await clock.advance(200)
    expect(left).toHaveLength(before + 1)
  }
})

test('another pack does not cut a pause short', async () => {
  const { clock, pacer, refuseLast, ask, left } = make(10)
  for (let time = 0; time < 2; time++) {
    void ask('refused')
    await clock.advance(150)
    refuseLast(5000)
  }
  pacer.setRate(100)
  void ask('x')
  await clock.advance(4900)
  expect(left).toHaveLength(2)
  await clock.advance(200)
  expect(left).toHaveLength(3)
})
