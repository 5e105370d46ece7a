import { describe, expect, test } from 'vitest'
import { createActivityLog, createKeyActivity, createSendMeter } from '@/lib/upstream/pacing/key-activity'
import { createWaiting } from '@/lib/upstream/pacing/waiting-calls'

const waiter = () => ({ left: undefined, give: () => undefined, refuse: () => undefined })

describe('the log', () => {
  const sent = { kind: 'sent', priority: 'run', waitedMs: 3 } as const

  test('numbers what happened, and answers what came after a number', () => {
    const log = createActivityLog()
    expect(log.since(0)).toEqual([])
    log.append(sent, 10)
    log.append({ kind: 'halted', reason: 'empty' }, 20)
    expect(log.since(0)).toEqual([
      { ...sent, seq: 1, atMs: 10 },
      { kind: 'halted', reason: 'empty', seq: 2, atMs: 20 },
    ])
    expect(log.since(1).map(({ seq }) => seq)).toEqual([2])
    expect(log.since(2)).toEqual([])
    expect(log.since(99)).toEqual([])
  })

  test('remembers the last thousand, in order, and no more', () => {
    const log = createActivityLog()
    for (let call = 1; call <= 2345; call++) log.append(sent, call)
    const seqs = log.since(0).map(({ seq }) => seq)
    expect(seqs).toEqual(Array.from({ length: 1000 }, (_, place) => 1346 + place))
    expect(log.seq).toBe(2345)
  })

  test('is told from every other log', () => {
    expect(createActivityLog().epoch).not.toBe(createActivityLog().epoch)
  })
})

describe('the meter', () => {
  test('counts the last ten seconds and forgets what is older', () => {
    const meter = createSendMeter()
    for (let call = 0; call < 200; call++) meter.sent(5000 + call * 100, 'run')
    expect(meter.rate(24_900)).toBeCloseTo(10)
    expect(meter.rate(29_950)).toBeCloseTo(5, 0)
    expect(meter.rate(40_000)).toBe(0)
    meter.sent(1_000_000, 'interactive')
    expect(meter.rate(1_000_000)).toBeCloseTo(0.1)
    expect(meter.totals).toEqual({ gateway: 0, interactive: 1, run: 200, schedule: 0 })
  })
})

describe('who waits', () => {
  test('is counted by priority, with the longest wait', () => {
    const waiting = createWaiting()
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

  test('knows what is under way', () => {
    const lane = createKeyActivity()
    lane.sent(10, wait)
    lane.sent(20, wait)
    lane.ended(30)
    expect(lane.figures(30)).toMatchObject({ underWay: 1, sent: { schedule: 2 }, achievedRate: 0.2 })
    expect(lane.log.since(0).map(({ kind }) => kind)).toEqual(['sent', 'sent'])
  })

  test('tells a pause once, and why, though calls under way prolong it', () => {
    const lane = createKeyActivity()
    for (const at of [0, 1, 2]) lane.sent(at, wait)
    lane.ended(100, { until: 200, askedMs: 1000 })
    lane.ended(105, { until: 205, askedMs: 1000 })
    lane.ended(106, { until: 1106, askedMs: 1000 })
    expect(lane.log.since(3).map(({ seq, ...told }) => told)).toEqual([
      { kind: 'refused', atMs: 100 },
      { kind: 'paused', forMs: 100, askedMs: 1000, atMs: 100 },
      { kind: 'refused', atMs: 105 },
      { kind: 'refused', atMs: 106 },
      { kind: 'paused', forMs: 1000, askedMs: 1000, atMs: 106 },
    ])
    expect(lane.figures(1000).pauseAskedMs).toBe(1000)
    expect(lane.figures(1106).pauseAskedMs).toBeNull()
  })
})
