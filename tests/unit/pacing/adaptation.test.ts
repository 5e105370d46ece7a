import { expect, test } from 'vitest'
import { createAdaptation } from '@/lib/pacing/adaptation'

const make = (rate = 100) => {
  const adaptation = createAdaptation(rate, 0)
  /** Well answered calls, evenly spaced and each answered at once; gives the moment after the last. */
  const answerWell = (from: number, forMs: number, perSecond: number) => {
    for (let at = from; at < from + forMs; at += 1000 / perSecond) {
      adaptation.sent(at)
      adaptation.answered(at)
    }
    return from + forMs
  }
  return { adaptation, answerWell }
}
const BUSY = 98

test('a refusal pauses the key for 100 ms at most and takes a twentieth off', () => {
  for (const [retryAfter, pause] of [
    [null, 100],
    [5000, 100],
    [70, 70],
    [0, 50],
  ] as const) {
    const { adaptation } = make()
    adaptation.refused(0, retryAfter, BUSY)
    expect(adaptation.pausedUntil).toBe(pause)
    expect(adaptation.factor(0)).toBeCloseTo(0.98 * 0.95)
  }
})

test('the rate falls once a second at most, whatever comes', () => {
  const { adaptation } = make()
  for (let at = 0; at < 1000; at += 100) adaptation.refused(at, 100, BUSY)
  expect(adaptation.factor(1000)).toBeCloseTo(0.98 * 0.95 + 0.005)
  adaptation.refused(1000, 100, BUSY)
  expect(adaptation.factor(1000)).toBeCloseTo((0.98 * 0.95 + 0.005) * 0.95)
  expect(adaptation.refusals).toBe(11)
})

test('the rate falls below what was measured, once that was measured for long enough', () => {
  const { adaptation, answerWell } = make()
  const now = answerWell(0, 3000, 70)
  adaptation.refused(now, 100, BUSY)
  expect(adaptation.factor(now)).toBeCloseTo(0.7 * 0.97, 2)
})

test.each([
  ['for too short a time', 1400, 20, BUSY],
  ['while the key was hardly used', 3000, 20, 20],
])('a rate measured %s does not count', (_, forMs, perSecond, sentLastSecond) => {
  const { adaptation, answerWell } = make()
  const now = answerWell(0, forMs, perSecond)
  adaptation.refused(now, 100, sentLastSecond)
  expect(adaptation.factor(now)).toBeCloseTo(0.98 * 0.95)
})

test('one refusal halves the rate at worst, and many leave a twentieth', () => {
  const { adaptation, answerWell } = make()
  const now = answerWell(0, 3000, 5)
  adaptation.refused(now, 100, BUSY)
  expect(adaptation.factor(now)).toBeCloseTo(0.49)
  const end = now + 200_000
  for (let at = now + 1000; at <= end; at += 1000) adaptation.refused(at, 100, BUSY)
  expect(adaptation.factor(end)).toBeGreaterThanOrEqual(0.05)
  expect(adaptation.factor(end)).toBeLessThan(0.1)
})

test('recovers half a hundredth a second, two hundredths after six quiet seconds, up to the full rate', () => {
  const { adaptation } = make()
  adaptation.refused(0, 100, BUSY)
  adaptation.refused(1000, 100, BUSY)
  const low = adaptation.factor(1000)
  expect(adaptation.factor(7000)).toBeCloseTo(low + 6 * 0.005)
  expect(adaptation.factor(8000)).toBeCloseTo(low + 6 * 0.005 + 0.02)
  expect(adaptation.factor(100_000)).toBe(0.98)
})

test('the first call after the pause, refused too, makes the whole retry-after count, up to a minute', () => {
  for (const [retryAfter, pause] of [
    [null, 1000],
    [3000, 3000],
    [3_600_000, 60_000],
  ] as const) {
    const { adaptation } = make()
    adaptation.sent(0)
    adaptation.refused(80, retryAfter, BUSY)
    adaptation.sent(adaptation.pausedUntil)
    adaptation.refused(300, retryAfter, BUSY)
    expect(adaptation.pausedUntil).toBe(300 + pause)
  }
})

test('a good answer after the pause makes the next refusal a first one', () => {
  const { adaptation } = make()
  adaptation.refused(0, 3000, BUSY)
  adaptation.sent(100)
  adaptation.answered(180)
  adaptation.sent(190)
  adaptation.refused(270, 3000, BUSY)
  expect(adaptation.pausedUntil).toBe(370)
})

test('calls that were under way when the pause began say nothing about what comes after it', () => {
  const { adaptation } = make()
  for (const at of [0, 10, 20]) adaptation.sent(at)
  adaptation.refused(300, 3000, BUSY)
  adaptation.sent(400)
  adaptation.answered(405) // the one sent at 10
  adaptation.refused(410, 3000, BUSY) // the one sent at 20
  expect(adaptation.pausedUntil).toBe(510)
  adaptation.sent(510)
  adaptation.answered(600) // the one sent at 400, before the second pause ended
  adaptation.refused(610, 3000, BUSY)
  expect(adaptation.pausedUntil).toBe(3610)
})

test('a call whose answer never came is forgotten after a minute', () => {
  const { adaptation } = make()
  adaptation.sent(0)
  adaptation.refused(61_000, 3000, BUSY)
  adaptation.sent(61_100)
  adaptation.refused(61_200, 3000, BUSY)
  expect(adaptation.pausedUntil).toBe(64_200)
})

const refuseFour = (
  adaptation: ReturnType<typeof createAdaptation>,
  from: number,
  sentLastSecond: number,
) => {
  for (let time = 0; time < 4; time++) adaptation.refused(from + time * 1500, 50, sentLastSecond)
  return from + 3 * 1500
}

test('refusals that go on below nine tenths of the pack’s rate mean strict spacing, for a while', () => {
  const { adaptation } = make()
  const last = refuseFour(adaptation, 0, 80)
  expect(adaptation.isStrict(last)).toBe(true)
  expect(adaptation.factor(last)).toBe(0.9)
  expect(adaptation.factor(last + 12_000)).toBe(0.9)
  expect(adaptation.isStrict(last + 12_001)).toBe(false)
  expect(adaptation.factor(last + 20_000)).toBe(0.98)
  const again = refuseFour(adaptation, last + 20_000, 80)
  expect(adaptation.isStrict(again + 24_000)).toBe(true)
  expect(adaptation.isStrict(again + 24_001)).toBe(false)
})

test('refusals at the pack’s rate, or far between, do not', () => {
  const busy = make().adaptation
  expect(busy.isStrict(refuseFour(busy, 0, 95))).toBe(false)
  const seldom = make().adaptation
  for (let at = 0; at < 100_000; at += 7000) seldom.refused(at, 50, 80)
  expect(seldom.isStrict(100_000)).toBe(false)
})

test('another pack keeps the pause and forgets what was measured', () => {
  const { adaptation, answerWell } = make(10)
  const now = answerWell(0, 3000, 10)
  adaptation.refused(now, 100, 10)
  adaptation.setRate(100)
  expect(adaptation.pausedUntil).toBe(now + 100)
  const before = adaptation.factor(now + 2000)
  adaptation.refused(now + 2000, 100, BUSY)
  expect(adaptation.factor(now + 2000)).toBeCloseTo(before * 0.95)
})
