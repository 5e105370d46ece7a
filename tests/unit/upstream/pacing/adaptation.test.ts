import { expect, test } from 'vitest'
import { createRateAdaptation } from '@/lib/upstream/pacing/adaptation'

const BUSY = 98
const FAR_APART = Number.POSITIVE_INFINITY

const make = (rate = 100) => {
  const adaptation = createRateAdaptation(rate, 0)
  /** Answers evenly spaced calls, each at once, and returns the moment after the last. */
  const answerWell = (from: number, forMs: number, perSecond: number) => {
    for (let at = from; at < from + forMs; at += 1000 / perSecond)
      adaptation.answered(at, { sentAt: at, gapMs: 1000 / perSecond })
    return from + forMs
  }
  /** Refuses a call that followed no other closely, by default at the moment when it was sent. */
  const refuse = (at: number, retryAfterMs: number | null = 100, sentLastSecond = BUSY, sentAt = at) =>
    adaptation.refused(at, { sentAt, gapMs: FAR_APART }, retryAfterMs, sentLastSecond)
  const refuseClose = (at: number, gapMs = 1) => adaptation.refused(at, { sentAt: at, gapMs }, 50, BUSY)
  return { adaptation, answerWell, refuse, refuseClose }
}

test('a refusal pauses the key for 100 ms if it asks for about a second, and lowers the rate by a twentieth', () => {
  for (const [retryAfter, pause] of [
    [null, 100],
    [1000, 100],
    [1999, 100],
    [70, 70],
    [0, 50],
  ] as const) {
    const { adaptation, refuse } = make()
    refuse(0, retryAfter)
    expect(adaptation.pausedUntil).toBe(pause)
    expect(adaptation.factor(0)).toBeCloseTo(0.98 * 0.95)
  }
})

test('the rate falls once a second at most, whatever happens', () => {
  const { adaptation, refuse } = make()
  for (let at = 0; at < 1000; at += 100) refuse(at)
  expect(adaptation.factor(1000)).toBeCloseTo(0.98 * 0.95)
  refuse(adaptation.pausedUntil)
  expect(adaptation.factor(2000)).toBeCloseTo(0.98 * 0.95 * 0.95)
  expect(adaptation.refusals).toBe(11)
})

test('the rate falls below the measured one, once that was measured for long enough', () => {
  const { adaptation, answerWell, refuse } = make()
  const now = answerWell(0, 3000, 70)
  refuse(now)
  expect(adaptation.factor(now)).toBeCloseTo(0.7 * 0.97, 2)
})

test.each([
  ['for too short a time', 1400, 20, BUSY],
  ['while the key was hardly used', 3000, 20, 20],
])('a rate measured %s does not count', (_, forMs, perSecond, sentLastSecond) => {
  const { adaptation, answerWell, refuse } = make()
  const now = answerWell(0, forMs, perSecond)
  refuse(now, 100, sentLastSecond)
  expect(adaptation.factor(now)).toBeCloseTo(0.98 * 0.95)
})

test('one refusal halves the rate at worst, and many leave a twentieth', () => {
  const { adaptation, answerWell, refuse } = make()
  const now = answerWell(0, 3000, 5)
  refuse(now)
  expect(adaptation.factor(now)).toBeCloseTo(0.49)
  for (let time = 0; time < 60; time++) {
    const at = adaptation.pausedUntil
    adaptation.answered(at, { sentAt: at, gapMs: 1000 })
    refuse(at + 900)
  }
  const end = adaptation.pausedUntil
  expect(adaptation.factor(end)).toBeGreaterThanOrEqual(0.05)
  expect(adaptation.factor(end)).toBeLessThan(0.1)
})

test('the rate is held for 150 good calls, then recovers the faster the longer no call is refused', () => {
  const { adaptation, answerWell, refuse } = make()
  refuse(0)
  const low = 0.98 * 0.95
  const held = answerWell(100, 1500, 100)
  expect(adaptation.factor(held)).toBeCloseTo(low)
  const half = answerWell(held, 1500, 100)
  const gained = adaptation.factor(half) - low
  expect(gained).toBeGreaterThan(0.005)
  const full = answerWell(half, 1500, 100)
  expect(adaptation.factor(full) - low - gained).toBeGreaterThan(2 * gained)
  expect(adaptation.factor(answerWell(full, 5000, 100))).toBe(0.98)
})

test('a fall to half is recovered in seconds once nothing is refused; a refusal returns to slow recovery', () => {
  const { adaptation, answerWell, refuse } = make(10)
  let now = answerWell(0, 3000, 3)
  refuse(now, 100, 10)
  const low = adaptation.factor(now)
  expect(low).toBeCloseTo(0.49)
  now = answerWell(now + 100, 2700, 5)
  expect(adaptation.factor(now)).toBeCloseTo(low)
  now = answerWell(now, 2000, 5)
  const tried = adaptation.factor(now)
  expect(tried).toBeGreaterThan(low + 0.2)
  refuse(now, 100, 10)
  const slow = adaptation.factor(now)
  expect(slow).toBeLessThan(tried)
  expect(slow).toBeGreaterThanOrEqual(low)
  now = answerWell(now + 100, 15_000, 5)
  expect(adaptation.factor(now)).toBeCloseTo(slow)
})

test('a key that is hardly used recovers with time', () => {
  const { adaptation, refuse } = make()
  refuse(0)
  const low = 0.98 * 0.95
  expect(adaptation.factor(30_000)).toBeCloseTo(low)
  expect(adaptation.factor(60_000)).toBeGreaterThan(low)
  expect(adaptation.factor(120_000)).toBe(0.98)
})

test('a retry-after of two seconds or more is waited out from the first refusal on, up to a day', () => {
  for (const [retryAfter, pause] of [
    [2000, 2000],
    [12_000, 12_000],
    [15 * 60_000, 15 * 60_000],
    [48 * 3_600_000, 24 * 3_600_000],
  ] as const) {
    const { adaptation, refuse } = make()
    refuse(80, retryAfter, BUSY, 0)
    expect(adaptation.pausedUntil).toBe(80 + pause)
  }
})

test('if the first call after a short pause is refused too, the whole retry-after counts', () => {
  for (const [retryAfter, pause] of [
    [null, 1000],
    [400, 400],
    [1500, 1500],
  ] as const) {
    const { adaptation, refuse } = make()
    refuse(80, retryAfter, BUSY, 0)
    refuse(300, retryAfter, BUSY, adaptation.pausedUntil)
    expect(adaptation.pausedUntil).toBe(300 + pause)
  }
})

test('while each first call after the pause is refused, pauses grow to five minutes; a good answer ends that', () => {
  const { adaptation, refuse } = make()
  const pauses: number[] = []
  const knock = () => {
    const at = Math.max(0, adaptation.pausedUntil)
    refuse(at, null, 1)
    pauses.push((adaptation.pausedUntil - at) / 1000)
  }
  for (let time = 0; time < 13; time++) knock()
  expect(pauses).toEqual([0.1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  const at = adaptation.pausedUntil
  adaptation.answered(at + 50, { sentAt: at, gapMs: at })
  refuse(at + 100, null, 1)
  expect(adaptation.pausedUntil).toBe(at + 200)
})

test('after a good answer, the next refusal counts as a first one', () => {
  const { adaptation, refuse } = make()
  refuse(0, 1500)
  adaptation.answered(180, { sentAt: 100, gapMs: 100 })
  refuse(270, 1500, BUSY, 190)
  expect(adaptation.pausedUntil).toBe(370)
})

test('calls that were under way when the pause began say nothing about what comes after it', () => {
  const { adaptation, refuse } = make()
  refuse(300, 1500, BUSY, 0)
  adaptation.answered(405, { sentAt: 10, gapMs: 10 })
  refuse(410, 1500, BUSY, 20)
  expect(adaptation.pausedUntil).toBe(510)
  adaptation.answered(600, { sentAt: 400, gapMs: 380 })
  refuse(610, 1500, BUSY, 510)
  expect(adaptation.pausedUntil).toBe(2110)
})

test('if only calls that closely followed another are refused, spacing is strict for a while', () => {
  const { adaptation, refuseClose } = make()
  for (let at = 0; at < 4000; at += 1000) refuseClose(at)
  expect(adaptation.isStrict(4000)).toBe(false)
  refuseClose(4000)
  expect(adaptation.isStrict(4000)).toBe(true)
  const strict = 1 / (1.01 + 0.04)
  expect(adaptation.factor(4000)).toBeCloseTo(strict)
  expect(adaptation.factor(34_000)).toBeCloseTo(strict)
  expect(adaptation.isStrict(34_001)).toBe(false)
})

test('once spacing was strict, two such refusals are enough, and it lasts twice as long', () => {
  const { adaptation, refuseClose } = make()
  for (let at = 0; at < 5000; at += 1000) refuseClose(at)
  expect(adaptation.isStrict(40_000)).toBe(false)
  refuseClose(40_000)
  expect(adaptation.isStrict(40_000)).toBe(false)
  refuseClose(41_000)
  expect(adaptation.isStrict(101_000)).toBe(true)
  expect(adaptation.isStrict(101_001)).toBe(false)
})

test('refusals of calls that followed none closely, or of calls far apart, do not make spacing strict', () => {
  const shared = make()
  for (let at = 0; at < 60_000; at += 1000) at % 2000 === 0 ? shared.refuseClose(at) : shared.refuse(at)
  expect(shared.adaptation.isStrict(60_000)).toBe(false)
  const seldom = make()
  for (let at = 0; at < 100_000; at += 7000) seldom.refuseClose(at)
  expect(seldom.adaptation.isStrict(100_000)).toBe(false)
})

test('another pack keeps the pause and forgets what was measured', () => {
  const { adaptation, answerWell, refuse } = make(10)
  const now = answerWell(0, 3000, 10)
  refuse(now)
  adaptation.setRate(100)
  expect(adaptation.pausedUntil).toBe(now + 100)
  const before = adaptation.factor(now + 2000)
  refuse(now + 2000)
  expect(adaptation.factor(now + 2000)).toBeCloseTo(before * 0.95)
})
