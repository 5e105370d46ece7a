import type { Priority } from '@/lib/kernel'
import { type ActivityLog, createActivityLog } from './activity-log'
import { createSendMeter } from './send-meter'
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
