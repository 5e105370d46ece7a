import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perSecond } from '@/lib/kernel'
import { createSpacing, type SpacingOptions } from '@/lib/upstream/pacing/spacing'

const pace = (packRate: number, change: Partial<SpacingOptions> = {}): SpacingOptions => ({
  rate: perSecond(packRate),
  factor: 0.98,
  isStrict: false,
  ...change,
})
const GAP_AT_100 = 1000 / 98

/** Sends `calls` calls, each as soon as it is due but not before `from`; returns their moments. */
function sendAll(spacing: ReturnType<typeof createSpacing>, from: number, calls: number): number[] {
  let now = from
  return Array.from({ length: calls }, () => {
    now = Math.max(now, spacing.dueAt(now))
    spacing.sent(now)
    return now
  })
}

const gapsOf = (sends: readonly number[]) => sends.slice(1).map((at, place) => at - (sends[place] ?? 0))

test('the first call leaves at once, the others a gap apart', () => {
  const sends = sendAll(createSpacing(pace(100), 500), 500, 5)
  expect(sends[0]).toBe(500)
  for (const gap of gapsOf(sends)) expect(gap).toBeCloseTo(GAP_AT_100)
})

test('lateness of 3.5 gaps is caught up at double pace; the rest is paid back by a hundredth', () => {
  const spacing = createSpacing(pace(100), 0)
  sendAll(spacing, 0, 1)
  const gaps = gapsOf(sendAll(spacing, 5000, 20))
  for (const gap of gaps.slice(0, 6)) expect(gap).toBeCloseTo(GAP_AT_100 / 2)
  expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBeCloseTo((19 - 3.5 - 0.19) * GAP_AT_100)
  expect(gaps.at(-1)).toBeCloseTo(0.99 * GAP_AT_100)
  expect(gapsOf(sendAll(spacing, 0, 1000)).at(-1)).toBeCloseTo(GAP_AT_100)
})

test('a slow key catches up 50 ms at most', () => {
  const spacing = createSpacing(pace(2), 0)
  sendAll(spacing, 0, 1)
  const [first = 0, second = 0] = sendAll(spacing, 5000, 2)
  expect(second - first).toBeCloseTo(1000 / 1.96 - 50)
})

test('strict spacing never catches up', () => {
  const spacing = createSpacing(pace(100, { isStrict: true, factor: 0.9 }), 0)
  sendAll(spacing, 0, 1)
  for (const gap of gapsOf(sendAll(spacing, 5000, 20))) expect(gap).toBeGreaterThanOrEqual(1000 / 90 - 1e-6)
})

test('however late calls are requested, no second holds more than the pack allows', () => {
  const waits = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 120, noNaN: true })), {
    minLength: 1,
    maxLength: 600,
  })
  fc.assert(
    fc.property(fc.constantFrom(1, 10, 25, 50, 200), waits, (rate, waits) => {
      const spacing = createSpacing(pace(rate, { factor: 1 }), 0)
      const sends: number[] = []
      for (const wait of waits) {
        const asked = (sends.at(-1) ?? 0) + wait
        const now = Math.max(asked, spacing.dueAt(asked))
        spacing.sent(now)
        sends.push(now)
        expect(sends.filter((at) => at > now - 1000).length).toBeLessThanOrEqual(rate)
      }
    }),
    { numRuns: 40 },
  )
})

test('the guard keeps its memory when the pack changes', () => {
  const spacing = createSpacing(pace(200), 0)
  const sends = sendAll(spacing, 0, 150)
  spacing.setPace(pace(10))
  const last = sends.at(-1) ?? 0
  expect(spacing.dueAt(last)).toBeCloseTo((sends.at(-10) ?? 0) + 1010)
  expect(spacing.sentLastSecond(last)).toBe(10)
})

test('a faster pack does not wait out the slower one’s gap', () => {
  const spacing = createSpacing(pace(1), 0)
  sendAll(spacing, 0, 1)
  spacing.setPace(pace(100))
  expect(spacing.dueAt(1)).toBeCloseTo(GAP_AT_100)
})

test('counts the calls of the last second', () => {
  const spacing = createSpacing(pace(10), 0)
  expect(spacing.sentLastSecond(0)).toBe(0)
  for (const at of [0, 400, 1100]) spacing.sent(at)
  expect(spacing.sentLastSecond(1100)).toBe(2)
  expect(spacing.sentLastSecond(2100)).toBe(0)
})

test('a call that left later than its slot counts from when it left: no second holds more than the pack allows', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(25, 100, 200),
      fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 500, maxLength: 1200 }),
      (packRate, delays) => {
        const spacing = createSpacing(pace(packRate), 0)
        const left: number[] = []
        let now = 0
        for (const delay of delays) {
          now = Math.max(now, spacing.dueAt(now))
          const place = spacing.sent(now)
          // Calls leave in order: a process that is late with one also looks late for the next.
          now += delay / 10
          left.push(now)
          spacing.recordSent(place, now)
        }
        for (const [place, at] of left.entries()) {
          const later = left[place + packRate]
          if (later !== undefined) expect(later - at).toBeGreaterThan(1000)
        }
      },
    ),
    { numRuns: 30 },
  )
})

test('a delay is reported after the fact: one call that left late frees no place a second later', () => {
  const spacing = createSpacing(pace(100), 0)
  const places = Array.from({ length: 100 }, (_, call) => spacing.sent(call * GAP_AT_100))
  const late = (places.length - 1) * GAP_AT_100 + 1
  for (const place of places.slice(0, 2)) spacing.recordSent(place, late)
  expect(spacing.dueAt(late)).toBeGreaterThan(late + 1000)
})
