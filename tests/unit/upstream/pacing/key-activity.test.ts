import { describe, expect, test } from 'vitest'
import { createKeyActivity, createSendMeter } from '@/lib/upstream/pacing/key-activity'
import { createWaitingCalls } from '@/lib/upstream/pacing/waiting-calls'

/** Returns the counts of the seconds in which something was sent, by index. */
const counted = (perSecond: readonly number[]) =>
  Object.fromEntries(perSecond.flatMap((count, index) => (count > 0 ? [[index, count]] : [])))
const waiter = () => ({ leaveSignal: undefined, give: () => undefined, refuse: () => undefined })

describe('the meter', () => {
  test('counts the last ten seconds and forgets older ones', () => {
    const meter = createSendMeter()
    for (let call = 0; call < 200; call++) meter.sent(5000 + call * 100, 'run')
    expect(meter.rate(24_900)).toBeCloseTo(10)
    expect(meter.rate(29_950)).toBeCloseTo(5, 0)
    expect(meter.rate(40_000)).toBe(0)
    meter.sent(1_000_000, 'interactive')
    expect(meter.rate(1_000_000)).toBeCloseTo(0.1)
    expect(meter.totals).toEqual({ gateway: 0, interactive: 1, run: 200, schedule: 0 })
  })

  test('reports the last sixty whole seconds, oldest first, and nothing older', () => {
    const meter = createSendMeter()
    for (const at of [500, 1000, 1999, 58_000, 60_100]) meter.sent(at, 'run')
    expect(counted(meter.perSecond(60_200))).toEqual({ 0: 1, 1: 2, 58: 1 })
    expect(counted(meter.perSecond(61_000))).toEqual({ 0: 2, 57: 1, 59: 1 })
    expect(meter.perSecond(200_000)).toEqual(new Array(60).fill(0))
  })

  test('reports no second before the first', () => {
    const meter = createSendMeter()
    meter.sent(100, 'run')
    expect(counted(meter.perSecond(2000))).toEqual({ 58: 1 })
  })
})

describe('the waiting calls', () => {
  test('are counted by priority, with the longest wait', () => {
    const waiting = createWaitingCalls()
    const [a, b, c] = [waiter(), waiter(), waiter()]
    waiting.add(a, { priority: 'run', since: 0 })
    waiting.add(b, { priority: 'run', since: 40 })
    waiting.add(c, { priority: 'interactive', since: 90 })
    expect(waiting.byPriority(100)).toEqual({
      gateway: { waiting: 0, maxMs: 0 },
      interactive: { waiting: 1, maxMs: 10 },
      run: { waiting: 2, maxMs: 100 },
      schedule: { waiting: 0, maxMs: 0 },
    })
    expect(waiting.take(a)).toEqual({ priority: 'run', since: 0 })
    expect(waiting.take(a)).toBeUndefined()
    expect(waiting.byPriority(100).run).toEqual({ waiting: 1, maxMs: 60 })
    expect(waiting.takeAll()).toEqual([b, c])
    expect(waiting.size).toBe(0)
  })
})

describe('the lane', () => {
  const wait = { priority: 'schedule', since: 0 } as const

  test('counts the calls under way', () => {
    const lane = createKeyActivity()
    lane.sent(10, wait)
    lane.sent(20, wait)
    lane.ended(30)
    expect(lane.figures(30)).toMatchObject({ underWay: 1, sent: { schedule: 2 }, achievedRate: 0.2 })
    expect(lane.notes()).toEqual([])
  })

  test('reports a pause once, with its reason, though calls under way prolong it', () => {
    const lane = createKeyActivity()
    for (const at of [0, 1, 2]) lane.sent(at, wait)
    lane.ended(100, { until: 200, askedMs: 1000 })
    lane.ended(105, { until: 205, askedMs: 1000 })
    lane.ended(106, { until: 1106, askedMs: 1000 })
    expect(lane.notes()).toEqual([
      { kind: 'paused', seq: 2, forMs: 1000, askedMs: 1000, atMs: 106 },
      { kind: 'paused', seq: 1, forMs: 100, askedMs: 1000, atMs: 100 },
    ])
    expect(lane.figures(1000).pauseAskedMs).toBe(1000)
    expect(lane.figures(1106).pauseAskedMs).toBeNull()
  })

  test('remembers the last five notes, newest first, and differs from every other lane', () => {
    const lane = createKeyActivity()
    for (const at of [1, 2, 3, 4, 5, 6, 7]) lane.recordEvent({ kind: 'resumed' }, at)
    expect(lane.notes().map(({ seq, atMs }) => [seq, atMs])).toEqual([7, 6, 5, 4, 3].map((n) => [n, n]))
    expect(lane.epoch).not.toBe(createKeyActivity().epoch)
  })
})
