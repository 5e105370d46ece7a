import { expect, test } from 'vitest'
import { createPacers } from '@/lib/upstream/pacing'
import { makeSlotRow } from '@/tests/factories/slot-row'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'
import { watch } from '@/tests/factories/watched-pacer'

function make() {
  const clock = makeVirtualClock()
  return { clock, row: makeSlotRow(clock) }
}

test('a resting key takes no slots, and its next call leaves at once', async () => {
  const { clock, row } = make()
  const pacer = createPacers(clock, row).for('key', 10, 'ref')
  const { ask, left } = watch(pacer, clock)
  for (let call = 0; call < 2; call++) {
    void ask('call')
    await clock.advance(10_000)
  }
  expect(left.map(({ at }) => at)).toEqual([expect.closeTo(1, 0), expect.closeTo(10_001, 0)])
  expect(row.taken()).toBe(2)
})

test('after a 429 in one process the others pause too', async () => {
  const { clock, row } = make()
  const one = createPacers(clock, row).for('key', 10, 'ref')
  const { ask, refuseLast } = watch(one, clock)
  void ask('first')
  await clock.advance(5)
  refuseLast(1000)
  await clock.advance(5)
  const other = createPacers(clock, row).for('same key', 10, 'ref')
  const watched = watch(other, clock)
  void watched.ask('second')
  await clock.advance(500)
  expect(watched.left[0]?.at).toBeGreaterThanOrEqual(105)
})

test('without the database no call leaves: waiting calls are rejected after a while, and new ones leave once it is back', async () => {
  const { clock, row } = make()
  const pacer = createPacers(clock, row).for('key', 10, 'ref')
  const { ask, left, names } = watch(pacer, clock)
  row.fail(true)
  for (const name of ['a', 'b']) void ask(name)
  await clock.advance(4500)
  expect(left).toEqual([])
  await clock.advance(1500)
  expect(names()).toEqual([
    expect.stringContaining('a: The database'),
    expect.stringContaining('b: The database'),
  ])
  void ask('while it is out')
  await clock.advance(50)
  expect(names().at(-1)).toContain('while it is out: The database')
  row.fail(false)
  void ask('later')
  await clock.advance(50)
  expect(names().at(-1)).toBe('later')
})

test('a short failure is waited out', async () => {
  const { clock, row } = make()
  const { ask, names } = watch(createPacers(clock, row).for('key', 10, 'ref'), clock)
  row.fail(true)
  void ask('patient')
  await clock.advance(1000)
  row.fail(false)
  await clock.advance(300)
  expect(names()).toEqual(['patient'])
})

test('a caller that gives up leaves its slot to the next', async () => {
  const { clock, row } = make()
  const { ask, names } = watch(createPacers(clock, row).for('key', 10, 'ref'), clock)
  const controller = new AbortController()
  void ask('first')
  void ask('gone', { signal: controller.signal })
  void ask('next')
  await clock.advance(50)
  controller.abort(new Error('gave up'))
  await clock.advance(60)
  expect(names()).toEqual(['first', 'gone: gave up', 'next'])
  expect(row.taken()).toBe(2)
})

test('a failure long ago does not shorten the time that a later one has to pass', async () => {
  const { clock, row } = make()
  const { ask, names } = watch(createPacers(clock, row).for('key', 10, 'ref'), clock)
  const controller = new AbortController()
  row.fail(true)
  void ask('gone', { signal: controller.signal })
  await clock.advance(300)
  controller.abort(new Error('gave up'))
  await clock.advance(60_000)
  void ask('later')
  await clock.advance(300)
  row.fail(false)
  await clock.advance(300)
  expect(names()).toEqual(['gone: gave up', 'later'])
})
