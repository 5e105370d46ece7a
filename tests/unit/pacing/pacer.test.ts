import { expect, test } from 'vitest'
import { AppError } from '@/lib/kernel'
import { createPacer, createPacers, type Pacer, type SlotRequest } from '@/lib/pacing'
import { makeVirtualClock, type VirtualClock } from '@/tests/factories/virtual-clock'

/** Asks for slots and notes who left when. */
function watch(pacer: Pacer, clock: VirtualClock) {
  const left: { name: string; at: number }[] = []
  const ask = (name: string, request: SlotRequest = {}) =>
    pacer.slot(request).then(
      () => left.push({ name, at: clock.monotonic() }),
      (error: Error) => left.push({ name: `${name}: ${error.message}`, at: clock.monotonic() }),
    )
  return { left, ask, names: () => left.map(({ name }) => name) }
}

const make = (requestsPerSecond = 10) => {
  const clock = makeVirtualClock()
  const pacer = createPacer({ requestsPerSecond, clock })
  return { clock, pacer, ...watch(pacer, clock) }
}

test('a cold start sends one call, then one a gap', async () => {
  const { clock, ask, left } = make(10)
  for (const name of ['a', 'b', 'c']) void ask(name)
  await clock.advance(50)
  expect(left).toHaveLength(1)
  await clock.advance(250)
  const gaps = left.slice(1).map(({ at }, place) => at - (left[place]?.at ?? 0))
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(100)
})

test('says how long a call waited', async () => {
  const { clock, pacer } = make(10)
  const [first, second] = [pacer.slot(), pacer.slot()]
  await clock.advance(500)
  expect((await first).waitedMs).toBe(0)
  expect((await second).waitedMs).toBeGreaterThan(100)
})

test('catches up on lateness for a moment only, and never as a burst', async () => {
  const { clock, ask, left } = make(100)
  void ask('first')
  await clock.advance(5000)
  for (let call = 0; call < 20; call++) void ask(`late ${call}`)
  await clock.advance(100)
  const after = left.slice(1).map(({ at }) => at)
  for (const [place, at] of after.entries())
    if (place > 0) expect(at - (after[place - 1] ?? 0)).toBeGreaterThanOrEqual(5)
  expect(after.length).toBeLessThanOrEqual(14)
})

test('a person goes before a run, a run before a schedule; every tenth slot is for the background', async () => {
  const { clock, ask, names } = make(100)
  void ask('head')
  await clock.advance(1)
  for (let call = 0; call < 20; call++) void ask('schedule', { priority: 'schedule' })
  for (let call = 0; call < 20; call++) void ask('run', { priority: 'run' })
  for (let call = 0; call < 20; call++) void ask('person')
  await clock.advance(1000)
  const order = names().slice(1)
  expect(order.slice(0, 24).filter((name) => name === 'person').length).toBeGreaterThanOrEqual(20)
  expect(order.slice(0, 20).filter((name) => name === 'run').length).toBeGreaterThanOrEqual(1)
  expect(order.lastIndexOf('run')).toBeLessThan(order.lastIndexOf('schedule'))
})

test('lanes take turns: a member behind another’s five hundred calls is next but one', async () => {
  const { clock, ask, names } = make(100)
  for (let call = 0; call < 500; call++) void ask('hoarder', { lane: 'hoarder' })
  await clock.advance(20)
  void ask('other', { lane: 'other' })
  await clock.advance(40)
  expect(names().indexOf('other')).toBeGreaterThan(-1)
  expect(names().indexOf('other')).toBeLessThanOrEqual(5)
})

test('a call that was refused goes first', async () => {
  const { clock, ask, names } = make(10)
  void ask('head')
  for (const name of ['b', 'c']) void ask(name)
  await clock.advance(1)
  void ask('refused', { again: true })
  await clock.advance(1000)
  expect(names().indexOf('refused')).toBeLessThanOrEqual(2)
})

test('who gives up leaves without taking a slot', async () => {
  const { clock, ask, left, names } = make(10)
  const controller = new AbortController()
  void ask('head')
  void ask('gone', { signal: controller.signal })
  void ask('stays')
  await clock.advance(30)
  controller.abort(new Error('gave up'))
  await clock.advance(120)
  expect(names()).toEqual(['head', 'gone: gave up', 'stays'])
  expect(left[2]?.at).toBeLessThan(110)
})

test('a halt rejects who waits and who comes, until it is lifted', async () => {
  const { clock, pacer, ask, names } = make(1)
  void ask('head')
  void ask('waits')
  await clock.advance(10)
  pacer.halt(new AppError('upstream', 'The wallet is empty.'))
  void ask('comes')
  await clock.advance(10)
  expect(names()).toEqual(['head', 'comes: The wallet is empty.', 'waits: The wallet is empty.'])
  pacer.resume()
  void ask('later')
  await clock.advance(2000)
  expect(names()).toContain('later')
})

test('another rate holds at once, and who waits keeps his place', async () => {
  const { clock, pacer, ask, names } = make(1)
  for (const name of ['a', 'b', 'c']) void ask(name)
  await clock.advance(10)
  pacer.setRate(100)
  await clock.advance(300)
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('after a 429 the key pauses briefly, then goes on more slowly, and recovers', async () => {
  const { clock, pacer, ask, left } = make(100)
  const saturate = (calls: number) => {
    for (let call = 0; call < calls; call++) void ask('x').then(() => pacer.answered())
  }
  saturate(300)
  await clock.advance(2500)
  const refusedAt = clock.monotonic()
  pacer.refused(1000)
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
  const { clock, pacer, ask, left } = make(100)
  void ask('head')
  await clock.advance(10)
  pacer.refused(3000)
  for (let call = 0; call < 5; call++) void ask('x')
  await clock.advance(102)
  expect(left).toHaveLength(2)
  pacer.refused(3000)
  await clock.advance(2900)
  expect(left).toHaveLength(2)
  await clock.advance(300)
  expect(left.length).toBeGreaterThan(2)
})

test('without a retry-after a second counts, and no answer stops a key for more than a minute', async () => {
  const { clock, pacer, ask, left } = make(100)
  for (const retryAfter of [null, 3_600_000]) {
    pacer.refused(retryAfter)
    await clock.advance(150)
    pacer.refused(retryAfter)
  }
  void ask('x')
  await clock.advance(61_000)
  expect(left).toHaveLength(1)
})

test('ten thousand who wait are cheap to keep and to send home', async () => {
  const { clock, pacer, ask, left } = make(100)
  for (let call = 0; call < 10_000; call++) void ask('x', { lane: String(call % 50) })
  await clock.advance(20)
  const begun = performance.now()
  pacer.halt(new AppError('upstream', 'stop'))
  await clock.advance(1)
  expect(left).toHaveLength(10_000)
  console.log(`10,000 waiting calls rejected in ${Math.round(performance.now() - begun)} ms`)
})

test('a key has one pacer; a key that was dropped rejects who waited', async () => {
  const clock = makeVirtualClock()
  const pacers = createPacers(clock)
  const pacer = pacers.for('k', 1)
  expect(pacers.for('k', 1)).toBe(pacer)
  expect(pacers.for('other', 1)).not.toBe(pacer)
  const { ask, names } = watch(pacer, clock)
  void ask('head')
  void ask('waits')
  await clock.advance(1)
  pacers.drop('k')
  await clock.advance(1)
  expect(names()[1]).toContain('taken out of use')
  expect(pacers.for('k', 1)).not.toBe(pacer)
})
