import { expect, test } from 'vitest'
import { AppError, type Rate } from '@/lib/kernel'
import { createPacers, type SlotStore } from '@/lib/upstream/pacing'
import { makeSlotRow } from '@/tests/factories/slot-row'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'
import { watch } from '@/tests/factories/watched-pacer'

const make = () => {
  const clock = makeVirtualClock()
  return { clock, pacers: createPacers(clock) }
}

test('a key has one pacer, and a search for it creates none', () => {
  const { pacers } = make()
  expect(pacers.find('k')).toBeNull()
  const pacer = pacers.for('k', 1, 'k-ref')
  expect(pacers.for('k', 1, 'k-ref')).toBe(pacer)
  expect(pacers.find('k')).toBe(pacer)
  expect(pacers.for('other', 1, 'other-ref')).not.toBe(pacer)
})

test('a changed rate is set on the same pacer', () => {
  const { pacers } = make()
  const pacer = pacers.for('k', 1, 'k-ref')
  pacers.for('k', 25, 'k-ref')
  expect(pacer.figures()).toMatchObject({ packRate: 25, rate: 24.5 })
})

test('a dropped key rejects its waiting calls, and begins anew', async () => {
  const { clock, pacers } = make()
  const pacer = pacers.for('k', 1, 'k-ref')
  const { ask, names } = watch(pacer, clock)
  void ask('head')
  void ask('waits')
  await clock.advance(1)
  pacers.drop('k')
  await clock.advance(1)
  expect(names()[1]).toContain('disabled before')
  expect(pacers.for('k', 1, 'k-ref')).not.toBe(pacer)
})

test('closing rejects the calls that wait for any key', async () => {
  const { clock, pacers } = make()
  const watched = ['a', 'b'].map((key) => watch(pacers.for(key, 1, key), clock))
  for (const { ask } of watched) for (const name of ['head', 'waits']) void ask(name)
  await clock.advance(1)
  pacers.closeAll()
  await clock.advance(1)
  for (const { names } of watched) expect(names()[1]).toContain('Purser is stopping')
})

test('teams that hold the same API key share its pace, in turns', async () => {
  const { clock, pacers } = make()
  const watched = ['a', 'b'].map((key) => watch(pacers.for(key, 10, 'same'), clock))
  for (const { ask } of watched) for (let call = 0; call < 20; call++) void ask('call')
  await clock.advance(2000)
  const [one, other] = watched.map(({ left }) => left.length)
  expect((one ?? 0) + (other ?? 0)).toBe(20)
  expect(Math.abs((one ?? 0) - (other ?? 0))).toBeLessThanOrEqual(1)
  const all = watched.flatMap(({ left }) => left.map(({ at }) => at)).sort((a, b) => a - b)
  for (const [place, at] of all.slice(1).entries()) expect(at - (all[place] ?? 0)).toBeGreaterThan(99)
})

test('a 429 of one team pauses and slows the other team that holds the key', async () => {
  const { clock, pacers } = make()
  const [one, other] = ['a', 'b'].map((key) => watch(pacers.for(key, 10, 'same'), clock))
  void one?.ask('first')
  await clock.advance(1)
  one?.refuseLast(1000)
  void other?.ask('second')
  await clock.advance(95)
  expect(other?.left).toEqual([])
  expect(pacers.find('b')?.figures()).toMatchObject({ refusals: 1 })
})

test('a team that disables the key rejects only its own calls', async () => {
  const { clock, pacers } = make()
  const [one, other] = ['a', 'b'].map((key) => watch(pacers.for(key, 1, 'same'), clock))
  for (const name of ['head', 'waits']) {
    void one?.ask(name)
    void other?.ask(name)
  }
  await clock.advance(1)
  pacers.drop('a')
  await clock.advance(3000)
  expect(one?.names()).toEqual(['head', expect.stringContaining('disabled before')])
  expect(other?.names()).toEqual(['head', 'waits'])
})

test('a key that is created again continues after its own last calls', async () => {
  const { clock, pacers } = make()
  const before = watch(pacers.for('a', 1, 'same'), clock)
  void before.ask('before')
  await clock.advance(10)
  pacers.drop('a')
  const after = watch(pacers.for('b', 1, 'same'), clock)
  void after.ask('after')
  await clock.advance(900)
  expect(after.left).toEqual([])
  await clock.advance(200)
  expect(after.names()).toEqual(['after'])
})

test('a team that joins does not slow the others down; a newly learnt rate applies to all', () => {
  const { pacers } = make()
  const one = pacers.for('a', 25, 'same')
  const other = pacers.for('b', 1, 'same')
  expect([one, other].map((pacer) => pacer.figures().packRate)).toEqual([25, 25])
  pacers.for('b', 100, 'same')
  expect([one, other].map((pacer) => pacer.figures().packRate)).toEqual([100, 100])
  // The first team's row still holds the old rate.
  pacers.for('a', 25, 'same')
  expect(one.figures().packRate).toBe(100)
})

test('paths of a key are halted, resumed and dropped together, and shown as one', async () => {
  const { clock, pacers } = make()
  const watched = ['timeline', 'followers'].map((path) => watch(pacers.for('k', 10, 'ref', 0, path), clock))
  for (const { ask } of watched) {
    void ask('head')
    void ask('waits')
  }
  await clock.advance(10)
  const key = pacers.find('k')
  expect(key?.figures()).toMatchObject({
    queued: 2,
    packRate: 20,
    sentLastSecond: 2,
    sent: { interactive: 2 },
  })
  expect(key?.activity.notes()).toEqual([])
  pacers.for('k', 10, 'ref', 0, 'timeline').halt(new AppError('upstream', 'The wallet is empty.'))
  await clock.advance(0)
  for (const { names } of watched) expect(names()).toEqual(['head', 'waits: The wallet is empty.'])
  expect(pacers.halted()).toEqual(['k'])
  const third = watch(pacers.for('k', 10, 'ref', 0, 'search'), clock)
  await third.ask('comes')
  expect(third.names()).toEqual(['comes: The wallet is empty.'])
  key?.resume()
  for (const { ask } of watched) void ask('later')
  await clock.advance(300)
  for (const { names } of watched) expect(names().at(-1)).toBe('later')
  for (const { ask } of watched) {
    void ask('head')
    void ask('dropped')
  }
  await clock.advance(1)
  pacers.drop('k')
  await clock.advance(0)
  for (const { names } of watched) expect(names().at(-1)).toContain('dropped: This key was disabled')
  expect(pacers.list()).toEqual([])
})

test('a rate applies to its own path, in all teams that hold the key', () => {
  const { pacers } = make()
  const of = (keyId: string, rate: Rate | number, path?: string) => pacers.for(keyId, rate, 'same', 0, path)
  const minute = { requests: 120, windowMs: 60_000 }
  of('a', 1, 'timeline')
  of('b', 1, 'timeline')
  of('a', 1, 'followers')
  of('b', minute, 'timeline')
  expect(of('a', 1, 'timeline').figures().allowed).toEqual(minute)
  expect(of('a', 1, 'followers').figures().allowed).toEqual({ requests: 1, windowMs: 1000 })
  expect(pacers.find('a')?.figures()).toMatchObject({ allowed: null, packRate: 3 })
})

test('processes share the slots of each path separately', async () => {
  const { clock } = make()
  const row = makeSlotRow(clock)
  const refs: string[] = []
  const store: SlotStore = {
    ...row,
    take(keyRef, wanted) {
      refs.push(keyRef)
      return row.take(keyRef, wanted)
    },
  }
  const pacers = createPacers(clock, store)
  for (const path of [undefined, 'timeline']) void pacers.for('k', 10, 'ref', 0, path).slot()
  await clock.advance(10)
  expect(refs).toEqual(['ref', 'ref timeline'])
})
