import { expect, test } from 'vitest'
import { createActivityFeed, createPacers, readKeyActivity } from '@/lib/upstream/pacing'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'
import { watch } from '@/tests/factories/watched-pacer'

const make = (rate = 10) => {
  const clock = makeVirtualClock()
  const pacers = createPacers(clock)
  const look = () => createActivityFeed(() => readKeyActivity(pacers.find('k'), clock), clock)
  return { clock, pacers, look, use: () => watch(pacers.for('k', rate, 'k-ref'), clock) }
}

test('a key that was not used has no figures, and is not reported twice', async () => {
  const { clock, look } = make()
  const feed = look()
  expect(await feed.next()).toMatchObject({ epoch: '', notes: [], figures: null })
  await clock.advance(60_000)
  expect(await feed.next()).toBeNull()
})

test('each call that leaves is counted in its second', async () => {
  const { clock, look, use } = make()
  const { ask } = use()
  for (let call = 0; call < 20; call++) void ask('x', { priority: 'run' })
  await clock.advance(5000)
  const message = await look().next()
  expect(message?.figures?.sent.run).toBe(20)
  expect(message?.perSecond.reduce((sum, count) => sum + count, 0)).toBe(20)
})

test('a pause is reported at once, with its time of day', async () => {
  const { clock, look, use } = make(100)
  const { ask, refuseLast } = use()
  const feed = look()
  void ask('x')
  await clock.advance(10)
  await feed.next()
  const at = clock.now().getTime()
  refuseLast(5000)
  expect((await feed.next())?.notes).toEqual([{ kind: 'paused', seq: 1, forMs: 5000, askedMs: 5000, at }])
  await clock.advance(50)
  expect(await feed.next()).toBeNull()
})

test('a pacer that replaced another is reported as a new one', async () => {
  const { clock, pacers, look, use } = make()
  void use().ask('before')
  await clock.advance(10)
  const feed = look()
  const before = await feed.next()
  pacers.drop('k')
  expect(await feed.next()).toMatchObject({ figures: null, perSecond: [] })
  void use().ask('after')
  // The key keeps its pace when its pacer is replaced.
  await clock.advance(1000)
  const after = await feed.next()
  expect(after?.figures?.sent.interactive).toBe(1)
  expect(after?.epoch).not.toBe(before?.epoch)
})

test('a growing queue is reported at once, a changing pace every second, rest only once', async () => {
  const { clock, look, use } = make(1)
  const { ask, left } = use()
  void ask('a')
  await clock.advance(10)
  const feed = look()
  await feed.next()
  void ask('b')
  await clock.advance(200)
  expect((await feed.next())?.figures?.queued).toBe(1)
  await clock.advance(200)
  expect(await feed.next()).toBeNull()
  await clock.advance(60_000)
  expect(left).toHaveLength(2)
  expect((await feed.next())?.figures?.queued).toBe(0)
  await clock.advance(60_000)
  // The two calls never ended, so they count as under way and are reported.
  expect((await feed.next())?.figures?.underWay).toBe(2)
})
