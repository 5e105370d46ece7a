import { byPriority, newId, type Priority, type Rate } from '@/lib/kernel'
import type { QueuedWait } from './waiting-calls'

export interface Pause {
  /** Milliseconds of a monotonic clock. */
  readonly until: number
  /** The upstream's retry-after in milliseconds; null without one. */
  readonly askedMs: number | null
}

/** Counts of a key since its pacer was created. */
export interface ActivityStats {
  /** Number of calls that left and have not ended. */
  readonly underWay: number
  readonly sent: Readonly<Record<Priority, number>>
  /** Requests a second over the last ten seconds. */
  readonly achievedRate: number
  /** The retry-after behind the present pause, in milliseconds; null without one. */
  readonly pauseAskedMs: number | null
}

/** The public view of a key: its log and its counts. Times are milliseconds of a monotonic clock. */
export interface KeyActivity {
  readonly log: ActivityLog
  sent(now: number, wait: QueuedWait): void
  /** Records that a sent call has ended, with the pause if the upstream refused it. */
  ended(now: number, pause?: Pause): void
  figures(now: number): ActivityStats
}

/** Tolerance within which a pause is the same: each call under way prolongs it a little. */
const SAME_PAUSE_MS = 50

export function createKeyActivity(): KeyActivity {
  const log = createActivityLog()
  const meter = createSendMeter()
  let underWay = 0
  let pause: Pause = { until: Number.NEGATIVE_INFINITY, askedMs: null }
  return {
    log,
    sent(now, { priority, since }) {
      underWay++
      meter.sent(now, priority)
      log.append({ kind: 'sent', priority, waitedMs: now - since }, now)
    },
    ended(now, refusal) {
      underWay--
      if (!refusal) return
      log.append({ kind: 'refused' }, now)
      const isNew = now >= pause.until || refusal.until >= pause.until + SAME_PAUSE_MS
      if (isNew) log.append({ kind: 'paused', forMs: refusal.until - now, askedMs: refusal.askedMs }, now)
      if (isNew || refusal.until > pause.until) pause = refusal
    },
    figures: (now) => ({
      underWay,
      sent: meter.totals,
      achievedRate: meter.rate(now),
      pauseAskedMs: now < pause.until ? pause.askedMs : null,
    }),
  }
}

/** An event on a key. Of the caller it reveals only the call's priority and how long it waited. */
export type ActivityEvent =
  | { readonly kind: 'sent'; readonly priority: Priority; readonly waitedMs: number }
  /** The upstream answered 429. */
  | { readonly kind: 'refused' }
  /** Nothing leaves for `forMs`, since the upstream answered 429. `askedMs` is its retry-after, null without one. */
  | { readonly kind: 'paused'; readonly forMs: number; readonly askedMs: number | null }
  /** The pack's limit changed: `packRate` requests a second, as `allowed` counts them. */
  | { readonly kind: 'rate'; readonly packRate: number; readonly allowed: Rate }
  | { readonly kind: 'halted'; readonly reason: string }
  | { readonly kind: 'resumed' }

/** An event with its number, which counts from 1 without gaps. `atMs` is by the pacer's monotonic clock. */
export type LoggedEvent = ActivityEvent & { readonly seq: number; readonly atMs: number }

/** Recent events on a key, for viewers. They poll; nothing is pushed. */
export interface ActivityLog {
  /** Distinguishes this log from that of another process or of an earlier pacer of the key. */
  readonly epoch: string
  /** Number of the last event; 0 before the first. */
  readonly seq: number
  append(event: ActivityEvent, atMs: number): void
  /** Returns the events after `seq` that are still remembered, oldest first. */
  since(seq: number): LoggedEvent[]
}

const REMEMBERED = 1000

/** Creates a log of the last thousand events, which costs one object each. */
export function createActivityLog(): ActivityLog {
  const ring: LoggedEvent[] = []
  let last = 0
  return {
    epoch: newId(),
    get seq() {
      return last
    },
    append(event, atMs) {
      last++
      ring[last % REMEMBERED] = { ...event, seq: last, atMs }
    },
    since(seq) {
      const events: LoggedEvent[] = []
      for (let each = Math.max(seq, last - REMEMBERED) + 1; each <= last; each++) {
        const event = ring[each % REMEMBERED]
        if (event) events.push(event)
      }
      return events
    },
  }
}

/** Counts a key's sends. Times are milliseconds of a monotonic clock. */
export interface SendMeter {
  sent(now: number, priority: Priority): void
  /** Returns the sends a second over the last ten, counted in steps of a tenth of a second. */
  rate(now: number): number
  /** Number of all sends. */
  readonly totals: Readonly<Record<Priority, number>>
}

const STEP_MS = 100
const STEPS = 100

/** Creates a meter that keeps a hundred counts, however many calls are sent. */
export function createSendMeter(): SendMeter {
  const counts = new Uint32Array(STEPS)
  const totals = byPriority(() => 0)
  let latest = 0
  const moveTo = (step: number) => {
    for (let passed = Math.max(latest, step - STEPS) + 1; passed <= step; passed++) counts[passed % STEPS] = 0
    latest = Math.max(latest, step)
  }
  return {
    sent(now, priority) {
      moveTo(Math.floor(now / STEP_MS))
      counts[latest % STEPS] = (counts[latest % STEPS] ?? 0) + 1
      totals[priority]++
    },
    rate(now) {
      moveTo(Math.floor(now / STEP_MS))
      return counts.reduce((sum, count) => sum + count, 0) / ((STEPS * STEP_MS) / 1000)
    },
    get totals() {
      return { ...totals }
    },
  }
}
