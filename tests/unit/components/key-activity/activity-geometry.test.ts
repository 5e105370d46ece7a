import { describe, expect, test } from 'vitest'
import {
  lastMoment,
  pausesOn,
  ROW_HEIGHT,
  refusedPath,
  roadFor,
  STRIP_HEIGHT,
  sentPath,
  xAt,
} from '@/components/key-activity/activity-geometry'
import type { LoggedEvent } from '@/lib/upstream/pacing'

const sentAt = (atMs: number, seq = 1): LoggedEvent => ({
  kind: 'sent',
  seq,
  atMs,
  priority: 'run',
  waitedMs: 0,
})
const marks = (path: string): number => path.split('M').length - 1
const startsOf = (path: string) =>
  [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }))

describe('the road', () => {
  test.each([
    [1, 10_000],
    [10, 6000],
    [25, 2500],
    [200, 2500],
  ])('of a pack of %d/s shows %d ms', (packRate, windowMs) => {
    expect(roadFor(800, packRate).windowMs).toBe(windowMs)
  })

  test.each([330, 800])('keeps calls of one track apart, %d px wide', (width) => {
    for (const packRate of [1, 10, 25, 100, 200]) {
      const road = roadFor(width, packRate)
      const apartPx = ((road.pxPerMs * 1000) / packRate) * road.tracks
      expect({ packRate, overlaps: apartPx < 2 * road.radius }).toEqual({ packRate, overlaps: false })
      // All tracks of a row fit into it.
      expect((road.tracks - 1) * 7 + 2 * road.radius).toBeLessThanOrEqual(ROW_HEIGHT)
    }
  })
})

describe('positions by time', () => {
  const road = roadFor(1000, 10)

  test('a call is at the gate as it leaves and moves at a steady pace', () => {
    expect(xAt(road, 5000, 5000)).toBe(0)
    expect(xAt(road, 5000, 8000)).toBeCloseTo(500)
    expect(xAt(road, 5000, 11_000)).toBeCloseTo(1000)
    expect(xAt(road, 5000, 4000)).toBeLessThan(0)
  })

  test('calls lie as far apart as their moments', () => {
    const path = sentPath(road, [sentAt(1000), sentAt(1100), sentAt(1300)], 'run', 'circle', 2000)
    const [a, b, c] = startsOf(path)
    expect((a?.x ?? 0) - (b?.x ?? 0)).toBeCloseTo(100 * road.pxPerMs, 0)
    expect((b?.x ?? 0) - (c?.x ?? 0)).toBeCloseTo(200 * road.pxPerMs, 0)
    expect(a?.y).toBe(STRIP_HEIGHT + 2.5 * ROW_HEIGHT)
  })

  test('only those of the priority, and not yet past the end', () => {
    const calls = [sentAt(0), sentAt(9000), sentAt(9500)]
    expect(marks(sentPath(road, calls, 'run', 'square', 10_000))).toBe(2)
    expect(sentPath(road, calls, 'schedule', 'triangle', 10_000)).toBe('')
  })

  test('two hundred a second stay one element, their marks on five tracks', () => {
    const fast = roadFor(800, 200)
    const calls = Array.from({ length: 500 }, (_, place) => sentAt(place * 5, place))
    const starts = startsOf(sentPath(fast, calls, 'run', 'square', 2500))
    expect(starts).toHaveLength(500)
    expect(new Set(starts.map(({ y }) => y)).size).toBe(5)
  })

  test('a refusal is a mark, a pause a band from its beginning on', () => {
    const events: LoggedEvent[] = [
      { kind: 'refused', seq: 1, atMs: 1000 },
      { kind: 'paused', seq: 2, atMs: 1000, forMs: 600, askedMs: 1000 },
    ]
    expect(marks(refusedPath(road, events, 2000))).toBe(1)
    const [pause] = pausesOn(road, events, 2000)
    expect(pause?.width).toBeCloseTo(100)
    // It lies nearer to the gate than its first moment, which is the farthest along.
    expect((pause?.x ?? 0) + (pause?.width ?? 0)).toBeCloseTo(xAt(road, 1000, 2000))
    expect(pausesOn(road, events, 20_000)).toEqual([])
    expect([lastMoment(events), lastMoment([])]).toEqual([1600, 0])
  })
})
