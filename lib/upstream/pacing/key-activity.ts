import { byPriority, newId, type Priority } from '@/lib/kernel'
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
  /** The retry-after behind the current pause, in milliseconds; null without one. */
  readonly pauseAskedMs: number | null
}

/** The public view of a key: its pauses and its counts. Times are milliseconds of a monotonic clock. */
export interface KeyActivity {
  /** Distinguishes this activity from that of another process or of an earlier pacer of the key. */
  readonly epoch: string
  sent(now: number, wait: QueuedWait): void
  /** Records that a sent call has ended, with the pause if the upstream refused it. */
  ended(now: number, pause?: Pause): void
  recordEvent(event: ActivityEvent, atMs: number): void
  /** Returns the last events, newest first. */
  notes(): readonly LoggedEvent[]
  /** Returns the number of calls that left in each of the last 60 whole seconds, oldest first. */
  perSecond(now: number): number[]
  figures(now: number): ActivityStats
}

/** Tolerance within which a pause is the same: each call in flight prolongs it a little. */
const SAME_PAUSE_MS = 50
const MAX_NOTES = 5

export function createKeyActivity(): KeyActivity {
  const meter = createSendMeter()
  let notes: readonly LoggedEvent[] = []
  let underWay = 0
  let pause: Pause = { until: Number.NEGATIVE_INFINITY, askedMs: null }
  const note = (event: ActivityEvent, atMs: number) => {
    const seq = (notes[0]?.seq ?? 0) + 1
    notes = [{ ...event, seq, atMs }, ...notes].slice(0, MAX_NOTES)
  }
  return {
    epoch: newId(),
    sent(now, { priority }) {
      underWay++
      meter.sent(now, priority)
    },
    ended(now, refusal) {
      underWay--
      if (!refusal) return
      const isNew = now >= pause.until || refusal.until >= pause.until + SAME_PAUSE_MS
      if (isNew) note({ kind: 'paused', forMs: refusal.until - now, askedMs: refusal.askedMs }, now)
      if (isNew || refusal.until > pause.until) pause = refusal
    },
    recordEvent: note,
    notes: () => notes,
    perSecond: meter.perSecond,
    figures: (now) => ({
      underWay,
      sent: meter.totals,
      achievedRate: meter.rate(now),
      pauseAskedMs: now < pause.until ? pause.askedMs : null,
    }),
  }
}

/** A pause or a stop of a key, or what ends it. */
export type ActivityEvent =
  /** Nothing leaves for `forMs`, since the upstream answered 429. `askedMs` is its retry-after, null without one. */
  | { readonly kind: 'paused'; readonly forMs: number; readonly askedMs: number | null }
  | { readonly kind: 'halted'; readonly reason: string }
  | { readonly kind: 'resumed' }

/** An event with its number, which counts from 1 without gaps. `atMs` is by the pacer's monotonic clock. */
export type LoggedEvent = ActivityEvent & { readonly seq: number; readonly atMs: number }

/** Counts a key's sends. Times are milliseconds of a monotonic clock. */
interface SendMeter {
  sent(now: number, priority: Priority): void
  /** Returns the sends a second over the last ten, counted in steps of a tenth of a second. */
  rate(now: number): number
  /** Returns the sends in each of the last 60 whole seconds, oldest first. */
  perSecond(now: number): number[]
  /** Number of all sends. */
  readonly totals: Readonly<Record<Priority, number>>
}

const STEP_MS = 100
const STEPS_A_SECOND = 10
const SECONDS = 60
// One second more, because the current one is not whole.
const STEPS = (SECONDS + 1) * STEPS_A_SECOND
const RATE_STEPS = 100

/** Creates a meter that keeps the counts of a minute, however many calls are sent. */
export function createSendMeter(): SendMeter {
  const counts = new Uint32Array(STEPS)
  const totals = byPriority(() => 0)
  let latest = 0
  const moveTo = (step: number) => {
    for (let passed = Math.max(latest, step - STEPS) + 1; passed <= step; passed++) counts[passed % STEPS] = 0
    latest = Math.max(latest, step)
  }
  /** Counts the sends of some steps up to one of the last. */
  const sum = (end: number, many: number) => {
    let found = 0
    for (let step = Math.max(0, end - many); step < end; step++) found += counts[step % STEPS] ?? 0
    return found
  }
  return {
    sent(now, priority) {
      moveTo(Math.floor(now / STEP_MS))
      counts[latest % STEPS] = (counts[latest % STEPS] ?? 0) + 1
      totals[priority]++
    },
    rate(now) {
      moveTo(Math.floor(now / STEP_MS))
      return sum(latest + 1, RATE_STEPS) / ((RATE_STEPS * STEP_MS) / 1000)
    },
    perSecond(now) {
      moveTo(Math.floor(now / STEP_MS))
      const end = latest - (latest % STEPS_A_SECOND)
      return Array.from({ length: SECONDS }, (_, index) =>
        sum(end - (SECONDS - 1 - index) * STEPS_A_SECOND, STEPS_A_SECOND),
      )
    },
    get totals() {
      return { ...totals }
    },
  }
}
