import { expect, test } from 'vitest'
import type { Rate } from '@/lib/kernel'
import { createPacer, type ReportedRate } from '@/lib/upstream/pacing'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

const MINUTE = 60_000
const QUARTER_HOUR = 15 * MINUTE

/** Creates a pacer whose calls are answered at once with what a test reports. */
function make(rate: Rate | number) {
  const clock = makeVirtualClock()
  const pacer = createPacer({ rate, clock })
  const sent: number[] = []
  const send = async (told?: ReportedRate, isRefused = false) => {
    const slot = await pacer.slot()
    sent.push(clock.monotonic())
    if (isRefused) slot.refused(told ?? {})
    else slot.answered(told)
  }
  const sendMany = (calls: number) => {
    for (let call = 0; call < calls; call++) void send()
  }
  return { clock, pacer, sent, send, sendMany }
}

test('with none left, no call leaves before the window ends; the key shows for how long and why', async () => {
  const { clock, pacer, sent, send, sendMany } = make({ requests: 300, windowMs: QUARTER_HOUR })
  void send({ limit: 300, remaining: 0, resetInMs: 10 * MINUTE })
  await clock.advance(10)
  sendMany(3)
  await clock.advance(MINUTE)
  const { pause, pausedForMs } = pacer.figures()
  expect(pause).toEqual({ forMs: expect.closeTo(9 * MINUTE, -4), why: 'window', path: null })
  expect(pausedForMs).toBe(pause?.forMs)
  await clock.advance(9 * MINUTE - 500)
  expect(sent).toHaveLength(1)
  await clock.advance(2500)
  expect(sent).toHaveLength(4)
  expect(pacer.figures().pause).toBeNull()
})

test('with fewer left than expected, no more leave until the window ends, at the usual pace', async () => {
  const { clock, sent, send, sendMany } = make({ requests: 120, windowMs: MINUTE })
  void send({ remaining: 10, resetInMs: 40_000 })
  await clock.advance(10)
  sendMany(30)
  await clock.advance(39_000)
  expect(sent).toHaveLength(11)
  await clock.advance(5000)
  expect(sent.length).toBeGreaterThan(14)
})

test('calls that left before the answer arrived are deducted from what it says is left', async () => {
  const { clock, pacer, sent, sendMany } = make({ requests: 120, windowMs: MINUTE })
  const first = pacer.slot()
  await clock.advance(0)
  sendMany(20)
  await clock.advance(2600)
  expect(sent).toHaveLength(5)
  ;(await first).answered({ remaining: 7, resetInMs: 40_000 })
  await clock.advance(30_000)
  expect(sent).toHaveLength(7)
})

test('an answer that was overtaken does not restore what a later one deducted', async () => {
  const { clock, pacer, sent, sendMany } = make({ requests: 120, windowMs: MINUTE })
  const slots = [pacer.slot(), pacer.slot()]
  await clock.advance(1000)
  const [early, late] = await Promise.all(slots)
  late?.answered({ remaining: 3, resetInMs: 40_000 })
  await clock.advance(50)
  early?.answered({ remaining: 90, resetInMs: 39_950 })
  sendMany(20)
  await clock.advance(30_000)
  expect(sent).toHaveLength(3)
})

test('windows of a second are kept by the pace: a reset in whole seconds stops nothing', async () => {
  const { clock, sent, send } = make(20)
  for (let call = 0; call < 100; call++) void send({ limit: 20, remaining: 0, resetInMs: 1000 })
  await clock.advance(5200)
  expect(sent).toHaveLength(100)
})

test.each<[string, ReportedRate]>([
  ['the end of its window', { remaining: 0, resetInMs: QUARTER_HOUR }],
  ['the end of its window, and no more', { resetInMs: QUARTER_HOUR }],
  [
    'a retry-after, and the end of another window',
    { remaining: 40, resetInMs: MINUTE, retryAfterMs: QUARTER_HOUR },
  ],
])('a key believed to count by the second, refused with %s, waits for that once', async (_, told) => {
  const { clock, pacer, sent, send, sendMany } = make(20)
  void send(told, true)
  await clock.advance(10)
  sendMany(2)
  await clock.advance(QUARTER_HOUR - 1000)
  expect(sent).toHaveLength(1)
  const why = told.retryAfterMs === undefined ? 'window' : 'retry-after'
  expect(pacer.figures().pause).toMatchObject({ why })
  await clock.advance(2500)
  expect(sent).toHaveLength(3)
})

test('a window with room left is not the reason for a refusal', async () => {
  const { clock, pacer, send } = make(20)
  void send({ remaining: 40, resetInMs: QUARTER_HOUR }, true)
  await clock.advance(10)
  expect(pacer.figures().pause).toMatchObject({ forMs: 90, why: 'refused' })
})

test('a reported limit that differs from the known one is learnt', async () => {
  const { clock, pacer, send } = make({ requests: 900, windowMs: QUARTER_HOUR })
  void send({ limit: 300, remaining: 299, resetInMs: QUARTER_HOUR })
  await clock.advance(10)
  expect(pacer.figures()).toMatchObject({
    allowed: { requests: 300, windowMs: QUARTER_HOUR },
    packRate: 1 / 3,
  })
})

test.each([
  ['of a second', 20, { limit: 1500, resetInMs: 1000 }],
  [
    'that ends later than it could',
    { requests: 120, windowMs: MINUTE },
    { limit: 10_000, resetInMs: 3_600_000 },
  ],
  ['that makes no sense', { requests: 120, windowMs: MINUTE }, { limit: 0, resetInMs: 1000 }],
  ['that does not say when it ends', { requests: 120, windowMs: MINUTE }, { limit: 10 }],
])('the limit of a window %s is not believed', async (_, rate, told) => {
  const { clock, pacer, send } = make(rate)
  const before = pacer.figures().allowed
  void send(told)
  await clock.advance(10)
  expect(pacer.figures().allowed).toEqual(before)
})
