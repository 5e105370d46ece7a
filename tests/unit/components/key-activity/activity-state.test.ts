import { describe, expect, test } from 'vitest'
import { barsOf } from '@/components/key-activity/activity-bars'
import { type ActivityState, firstActivityState, takeMessage } from '@/components/key-activity/activity-state'
import { rowsOf } from '@/components/key-activity/activity-table'
import { byPriority, type Priority } from '@/lib/kernel'
import type { ActivityMessage, LoggedEvent, PacerFigures } from '@/lib/upstream/pacing'

const nobody = { waiting: 0, maxMs: 0 }
const figuresWith = (sent: number): PacerFigures => ({
  queued: 0,
  queue: byPriority(() => nobody),
  lastLeavesInMs: null,
  underWay: 0,
  sent: { ...byPriority(() => 0), run: sent },
  achievedRate: 0,
  pauseAskedMs: null,
  isStrict: false,
  packRate: 10,
  rate: 9.8,
  allowed: { requests: 10, windowMs: 1000 },
  pause: null,
  pausedForMs: 0,
  sentLastSecond: 0,
  refusals: 0,
  halted: null,
})
const sent = (seq: number, atMs: number, priority: Priority = 'run'): LoggedEvent => ({
  kind: 'sent',
  seq,
  atMs,
  priority,
  waitedMs: 0,
})
const message = (total: number, nowMs: number, events: LoggedEvent[] = [], epoch = 'a'): ActivityMessage => ({
  id: `${epoch}:${total}`,
  nowMs,
  epoch,
  events,
  figures: figuresWith(total),
})
const take = (...messages: ActivityMessage[]): ActivityState =>
  messages.reduce((state, each) => takeMessage(state, each, each.nowMs + 5000), firstActivityState(null))

describe('what has left since the page began to watch', () => {
  test('is unknown before the server has told, and nothing at first, whatever happened before', () => {
    expect(firstActivityState(null).left).toBeNull()
    expect(take(message(40, 1000, [sent(40, 900)])).left?.run).toBe(0)
  })

  test('is counted by the server, so that what was missed is in it', () => {
    expect(take(message(40, 1000), message(43, 2000, [sent(43, 1900)])).left?.run).toBe(3)
  })

  test('goes on after the server was started anew', () => {
    expect(take(message(40, 1000), message(42, 2000), message(5, 10, [], 'b')).left?.run).toBe(7)
  })

  test('counts from nothing where the key was first used meanwhile', () => {
    const unused: ActivityMessage = { id: ':0', nowMs: 1, epoch: '', events: [], figures: null }
    const used = message(3, 500, [sent(1, 100), sent(2, 200), sent(3, 300)])
    expect(take(unused, used).left?.run).toBe(3)
  })
})

describe('what is drawn', () => {
  test('is not doubled by what is told twice', () => {
    const again = message(3, 1400, [sent(2, 1200), sent(3, 1300)])
    const { events, seconds, seq } = take(message(2, 1300, [sent(1, 1100), sent(2, 1200)]), again)
    expect(events.map(({ seq: each }) => each)).toEqual([1, 2, 3])
    expect(seconds).toEqual([
      { at: 1, sent: { gateway: 0, interactive: 0, run: 3, schedule: 0 }, refused: 0 },
    ])
    expect(seq).toBe(3)
  })

  test('begins anew with another log, whose clock may be another', () => {
    const { events, offsetMs } = take(
      message(2, 90_000, [sent(2, 89_000)]),
      message(1, 50, [sent(1, 40)], 'b'),
    )
    expect(events.map(({ atMs }) => atMs)).toEqual([40])
    expect(offsetMs).toBe(5000)
  })

  test('is forgotten when it is long past', () => {
    const many = Array.from({ length: 60 }, (_, place) => sent(place + 1, place * 1000))
    const { events, seconds } = take(message(60, 60_000, many))
    expect(events.length).toBeLessThanOrEqual(12)
    expect(seconds.length).toBeLessThanOrEqual(31)
  })

  test('is placed by the message that took the shortest way', () => {
    const first = takeMessage(firstActivityState(null), message(0, 1000), 1400)
    const quick = takeMessage(first, message(0, 2000), 2020)
    const slow = takeMessage(quick, message(0, 3000), 3900)
    expect([first.offsetMs, quick.offsetMs]).toEqual([400, 20])
    expect(slow.offsetMs).toBeCloseTo(20, 0)
  })
})

test('pauses and stops are kept, the newest first; calls and refusals are not among them', () => {
  const paused = (seq: number): LoggedEvent => ({ kind: 'paused', seq, atMs: 1, forMs: 100, askedMs: null })
  const { notes } = take(
    message(9, 1000, [sent(1, 1), { kind: 'refused', seq: 2, atMs: 1 }, paused(3)]),
    message(9, 2000, [4, 5, 6, 7, 8, 9].map(paused)),
  )
  expect(notes.map(({ seq }) => seq)).toEqual([9, 8, 7, 6, 5])
})

describe('the bars of the last seconds', () => {
  const seconds = [
    { at: 70, sent: { gateway: 2, interactive: 3, run: 5, schedule: 0 }, refused: 0 },
    { at: 99, sent: { gateway: 0, interactive: 0, run: 25, schedule: 0 }, refused: 2 },
    { at: 100, sent: { gateway: 0, interactive: 1, run: 0, schedule: 0 }, refused: 0 },
  ]
  const bars = barsOf(seconds, 100, 10, 112)

  test('are thirty, of seconds that are over, the last one at the right', () => {
    expect(bars.map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_, place) => 70 + place))
  })

  test('are stacked from the ground, as high as the pack’s pace at most', () => {
    expect(bars[0]?.parts).toEqual({
      gateway: { y: 92, height: 20 },
      interactive: { y: 62, height: 30 },
      run: { y: 12, height: 50 },
      schedule: { y: 12, height: 0 },
    })
    expect(bars[29]).toMatchObject({ refused: 2, parts: { run: { y: 12, height: 100 } } })
    expect(bars[28]?.parts.run.height).toBe(0)
  })
})

test('the table says by priority and in all what waits and what has left', () => {
  const state = take(message(40, 1000), message(42, 2000))
  expect(rowsOf(state).map(({ label, left, sent: all }) => [label, left, all])).toEqual([
    ['Services', 0, 0],
    ['Page by page, and free checks', 0, 0],
    ['Background', 2, 42],
    ['Schedules', 0, 0],
    ['All', 2, 42],
  ])
  expect(rowsOf(firstActivityState(null)).at(-1)?.left).toBeNull()
})
