import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Clock } from '@/lib/kernel'
import { createPacers } from '@/lib/upstream/pacing'
import { LIMITERS } from '@/tests/factories/limiters'
import { inTurn } from '@/tests/factories/saturation'
import { makeSlotRow, type SlotRow } from '@/tests/factories/slot-row'
import { makeVirtualClock, type VirtualClock } from '@/tests/factories/virtual-clock'

const CALLERS = 30
const ended: (() => void)[] = []

afterEach(() => {
  for (const end of ended.splice(0)) end()
})

function make(roundTripMs = 1) {
  const clock = makeVirtualClock()
  return { clock, row: makeSlotRow(clock, roundTripMs) }
}

/** Returns a process's clock: each began at a different moment and is late in its own way. */
const clockOf = (clock: VirtualClock, process: number, late: () => number): Clock => ({
  ...clock,
  monotonic: () => clock.monotonic() + process * 777.7,
  sleep: (ms, signal) => clock.sleep(ms + late(), signal),
})

/** Starts a process with a saturated queue, and records what leaves by the clock that all processes share. */
function startProcess(clock: VirtualClock, row: SlotRow, rate: number, process = 0, late = () => 0) {
  const sent: number[] = []
  const pacers = createPacers(clockOf(clock, process, late), row)
  let isOver = false
  const callForEver = async () => {
    while (!isOver) {
      const slot = await pacers.for('key', rate, 'ref').slot()
      sent.push(clock.monotonic())
      slot.answered()
    }
  }
  for (let caller = 0; caller < CALLERS; caller++) void callForEver().catch(() => undefined)
  const stop = () => {
    isOver = true
    pacers.closeAll()
  }
  ended.push(stop)
  return { sent, stop, pacer: pacers.for('key', rate, 'ref') }
}

const inOrder = (processes: readonly { sent: number[] }[]): number[] =>
  processes.flatMap(({ sent }) => sent).sort((a, b) => a - b)

test.each([
  [10, 2],
  [10, 8],
  [25, 4],
  [100, 8],
  [200, 1],
  [200, 4],
])('at %i a second, %i processes together run at the pack’s pace, with any limiter', async (rate, count) => {
  const { clock, row } = make()
  const processes = Array.from({ length: count }, (_, each) =>
    startProcess(clock, row, rate, each, inTurn([0, 3, 1, 4, 2].slice(each % 4))),
  )
  await clock.advance(5000)
  const sent = inOrder(processes)
  expect(sent.length / (5 * rate)).toBeGreaterThanOrEqual(0.96)
  for (const [name, makeLimiter] of Object.entries(LIMITERS))
    for (const offset of [0, 300, 700]) {
      const limiter = makeLimiter(rate, offset)
      expect([name, sent.filter((at) => !limiter(at))]).toEqual([name, []])
    }
})

test('however late the processes are, no second holds more calls than the pack allows', async () => {
  const lateness = fc.array(fc.oneof(fc.constant(0), fc.nat(20), fc.nat(150)), {
    minLength: 1,
    maxLength: 12,
  })
  const processes = fc.array(lateness, { minLength: 1, maxLength: 6 })
  const runs = fc.asyncProperty(fc.constantFrom(1, 2, 5, 10, 25, 100), processes, async (rate, each) => {
    const { clock, row } = make()
    const started = each.map((late, place) => startProcess(clock, row, rate, place, inTurn(late)))
    await clock.advance(4000)
    for (const { stop } of started) stop()
    const sent = inOrder(started)
    for (const [place, at] of sent.slice(rate).entries())
      expect(at - (sent[place] ?? 0)).toBeGreaterThanOrEqual(1000)
  })
  await fc.assert(runs, { numRuns: 60 })
})

test.each([10, 25])('at %i a second, a slot that was narrowly missed is not lost', async (rate) => {
  const { clock, row } = make()
  const lateEverySecond = (ms: number) => (ms % 1000 < 45 ? 45 - (ms % 1000) : 0)
  const processes = [0, 1].map((each) =>
    startProcess(clock, row, rate, each, () => lateEverySecond(clock.monotonic())),
  )
  await clock.advance(10_000)
  expect(inOrder(processes).length / (10 * rate)).toBeGreaterThanOrEqual(0.96)
})

test('a process that dies leaves the whole pace to the other', async () => {
  const { clock, row } = make()
  const [one, other] = [startProcess(clock, row, 100, 0), startProcess(clock, row, 100, 1)]
  await clock.advance(2000)
  expect(one.sent.length).toBeLessThan(110)
  other.stop()
  const before = one.sent.length
  await clock.advance(2000)
  expect(one.sent.length - before).toBeGreaterThanOrEqual(193)
})

test('a distant database does not slow the pace: more slots are taken at a time', async () => {
  const { clock, row } = make(40)
  const { sent } = startProcess(clock, row, 200)
  await clock.advance(1000)
  const before = sent.length
  await clock.advance(2000)
  expect(sent.length - before).toBeGreaterThanOrEqual(0.9 * 400)
})

test.each([-3_600_000, 3_600_000])('the database’s clock is set by %i ms: the pace continues', async (ms) => {
  const { clock, row } = make()
  const { sent } = startProcess(clock, row, 100)
  await clock.advance(1000)
  row.setClockBy(ms)
  await clock.advance(100)
  const before = sent.length
  await clock.advance(1000)
  expect(sent.length - before).toBeGreaterThanOrEqual(95)
  expect(sent.length).toBeLessThanOrEqual(210)
})
