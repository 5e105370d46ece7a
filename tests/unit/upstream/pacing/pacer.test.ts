import { expect, test } from 'vitest'
import { AppError } from '@/lib/kernel'
import { makeWatchedPacer as make } from '@/tests/factories/watched-pacer'

test('a cold start sends one call, then one per gap', async () => {
  const { clock, ask, left } = make(10)
  for (const name of ['a', 'b', 'c']) void ask(name)
  await clock.advance(50)
  expect(left).toHaveLength(1)
  await clock.advance(250)
  const gaps = left.slice(1).map(({ at }, place) => at - (left[place]?.at ?? 0))
  for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(100)
})

test('reports how long a call waited', async () => {
  const { clock, pacer } = make(10)
  const [first, second] = [pacer.slot(), pacer.slot()]
  await clock.advance(500)
  expect((await first).waitedMs).toBe(0)
  expect((await second).waitedMs).toBeGreaterThan(100)
})

test('catches up on lateness only briefly, and never as a burst', async () => {
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

test('lanes take turns: a member behind another’s five hundred calls is served soon', async () => {
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
  void ask('refused', { goesFirst: true })
  await clock.advance(1000)
  expect(names().indexOf('refused')).toBeLessThanOrEqual(2)
})

test('a caller that gives up leaves without taking a slot', async () => {
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

test('a halt rejects waiting and new calls until it is lifted', async () => {
  const { clock, pacer, ask, names } = make(1)
  void ask('head')
  void ask('waits')
  await clock.advance(10)
  pacer.halt(new AppError('upstream', 'The wallet is empty.'))
  void ask('comes')
  await clock.advance(10)
  expect(names()).toEqual(['head', 'waits: The wallet is empty.', 'comes: The wallet is empty.'])
  pacer.resume()
  void ask('later')
  await clock.advance(2000)
  expect(names()).toContain('later')
})

test('another rate applies at once, and waiting calls keep their places', async () => {
  const { clock, pacer, ask, names } = make(1)
  for (const name of ['a', 'b', 'c']) void ask(name)
  await clock.advance(10)
  pacer.setRate(100)
  await clock.advance(300)
  expect(names()).toEqual(['a', 'b', 'c'])
})

test('a person who arrives while a run waits for the next slot gets that slot', async () => {
  const { clock, ask, names } = make(1)
  void ask('head', { priority: 'run' })
  void ask('run', { priority: 'run' })
  await clock.advance(900)
  void ask('person')
  await clock.advance(200)
  expect(names()).toEqual(['head', 'person'])
})

test('a call that gives up is removed from the queue at once, even at its head', async () => {
  const { clock, pacer, refuseLast, ask, names } = make(10)
  void ask('refused')
  await clock.advance(1)
  refuseLast(1000)
  const controller = new AbortController()
  void ask('head', { signal: controller.signal })
  void ask('next')
  for (let call = 0; call < 500; call++) void ask('gone', { signal: controller.signal })
  await clock.advance(10)
  expect(pacer.figures().queued).toBe(502)
  controller.abort(new Error('gave up'))
  expect(pacer.figures().queued).toBe(1)
  await clock.advance(95)
  expect(names().at(-1)).toBe('next')
})

test('a signal that is aborted beforehand, or after the slot, takes no slot and loses no call', async () => {
  const { clock, ask, names } = make(10)
  void ask('early', { signal: AbortSignal.abort(new Error('too late')) })
  const controller = new AbortController()
  void ask('first', { signal: controller.signal })
  await clock.advance(1)
  controller.abort()
  void ask('second')
  await clock.advance(100)
  expect(names()).toEqual(['early: too late', 'first'])
  await clock.advance(5)
  expect(names()).toEqual(['early: too late', 'first', 'second'])
})

test('a halt during a long pause leaves no call behind', async () => {
  const { clock, pacer, refuseLast, ask, names } = make(10)
  for (let time = 0; time < 2; time++) {
    void ask('refused')
    await clock.advance(150)
    refuseLast(60_000)
  }
  for (const name of ['a', 'b']) void ask(name)
  await clock.advance(1000)
  pacer.halt(new AppError('upstream', 'stop'))
  pacer.resume()
  void ask('c')
  await clock.advance(60_000)
  expect(names().slice(2)).toEqual(['a: stop', 'b: stop', 'c'])
})

test('the figures show the state of the key', async () => {
  const { clock, pacer, refuseLast, ask } = make(10)
  const nobody = { waiting: 0, maxMs: 0 }
  expect(pacer.figures()).toEqual({
    queued: 0,
    queue: { gateway: nobody, interactive: nobody, run: nobody, schedule: nobody },
    lastLeavesInMs: null,
    underWay: 0,
    sent: { gateway: 0, interactive: 0, run: 0, schedule: 0 },
    achievedRate: 0,
    pauseAskedMs: null,
    isStrict: false,
    packRate: 10,
    allowed: { requests: 10, windowMs: 1000 },
    rate: 9.8,
    pause: null,
    pausedForMs: 0,
    sentLastSecond: 0,
    refusals: 0,
    halted: null,
  })
  for (const name of ['a', 'b', 'c']) void ask(name)
  await clock.advance(110)
  refuseLast(1000)
  expect(pacer.figures()).toMatchObject({ queued: 1, sentLastSecond: 2, refusals: 1, pausedForMs: 100 })
  expect(pacer.figures().pause).toEqual({ forMs: 100, why: 'retry-after', path: null })
  expect(pacer.figures().rate).toBeCloseTo(10 * 0.98 * 0.95)
  expect(pacer.figures()).toMatchObject({
    queue: { interactive: { waiting: 1, maxMs: 110 } },
    sent: { gateway: 0, interactive: 2 },
    underWay: 1,
    achievedRate: 0.2,
    pauseAskedMs: 1000,
  })
  expect(pacer.figures().lastLeavesInMs).toBeCloseTo(100)
  pacer.halt(new AppError('upstream', 'The wallet is empty.'))
  expect(pacer.figures()).toMatchObject({ queued: 0, halted: 'The wallet is empty.' })
  expect(pacer.activity.notes().map(({ kind }) => kind)).toEqual(['halted', 'paused'])
})

test('a rate that is not positive and finite is refused', () => {
  for (const rate of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => make(rate)).toThrow('rate')
})

test('ten thousand waiting calls are rejected at once, and none of them delays a later one', async () => {
  const { clock, pacer, ask, left, names } = make(100)
  for (let call = 0; call < 10_000; call++) void ask('x', { lane: String(call % 50) })
  await clock.advance(20)
  const sent = left.length
  pacer.halt(new AppError('upstream', 'stop'))
  expect(pacer.figures().queued).toBe(0)
  await clock.advance(0)
  expect(names().slice(sent)).toEqual(Array.from({ length: 10_000 - sent }, () => 'x: stop'))
  pacer.resume()
  void ask('later')
  await clock.advance(15)
  expect(names().at(-1)).toBe('later')
})
