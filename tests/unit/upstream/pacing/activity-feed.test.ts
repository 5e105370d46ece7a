import { expect, test } from 'vitest'
import { createActivityFeed, createPacers, readActivity } from '@/lib/upstream/pacing'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'
import { watch } from '@/tests/factories/watched-pacer'

const make = (rate = 10) => {
  const clock = makeVirtualClock()
  const pacers = createPacers(clock)
  const look = (after: string | null = null) =>
    createActivityFeed((place) => readActivity(pacers.find('k'), clock, place), after)
  return { clock, pacers, look, use: () => watch(pacers.for('k', rate, 'k-ref'), clock) }
}

test('a key that was not used has no figures, and is no news twice', async () => {
  const { clock, look } = make()
  const feed = look()
  expect(await feed.next()).toMatchObject({ events: [], figures: null })
  await clock.advance(60_000)
  expect(await feed.next()).toBeNull()
})

test('each call that leaves is told once, in order', async () => {
  const { clock, look, use } = make()
  const feed = look()
  const { ask } = use()
  for (let call = 0; call < 20; call++) void ask('x', { priority: 'run' })
  const seen: number[] = []
  for (let tick = 0; tick < 15; tick++) {
    await clock.advance(200)
    seen.push(...((await feed.next())?.events.map(({ seq }) => seq) ?? []))
  }
  expect(seen).toEqual(Array.from({ length: 20 }, (_, place) => place + 1))
})

test('who comes back is told what he missed, and nothing twice', async () => {
  const { clock, look, use } = make(100)
  const { ask } = use()
  for (let call = 0; call < 30; call++) void ask('x')
  await clock.advance(100)
  const first = await look().next()
  await clock.advance(300)
  const rest = await look(first?.id).next()
  const seqs = [...(first?.events ?? []), ...(rest?.events ?? [])].map(({ seq }) => seq)
  expect(first?.events.length).toBeGreaterThan(5)
  expect(seqs).toEqual(Array.from({ length: 30 }, (_, place) => place + 1))
})

test('who comes first sees the last seconds, not what is long past', async () => {
  const { clock, look, use } = make()
  const { ask } = use()
  void ask('old')
  await clock.advance(20_000)
  void ask('new')
  await clock.advance(100)
  for (const after of [null, 'someone-else:1', 'nonsense']) {
    const message = await look(after).next()
    expect(message?.events.map(({ seq }) => seq)).toEqual([2])
  }
})

test('a pacer that took another’s place is told from it', async () => {
  const { clock, pacers, look, use } = make()
  void use().ask('before')
  await clock.advance(10)
  const feed = look()
  const before = await feed.next()
  pacers.drop('k')
  expect(await feed.next()).toMatchObject({ figures: null, events: [] })
  void use().ask('after')
  // The key goes on at its pace, whichever pacer it has.
  await clock.advance(1000)
  const after = await feed.next()
  expect(after?.events.map(({ seq, kind }) => [seq, kind])).toEqual([[1, 'sent']])
  expect(after?.epoch).not.toBe(before?.epoch)
})

test('a queue that grows is told at once, a pace that changes every second, rest only once', async () => {
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
  // The two calls never ended, so they count as under way and are told of.
  expect((await feed.next())?.figures?.underWay).toBe(2)
})
