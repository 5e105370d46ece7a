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

/** What a key has sent since its pacer was made. */
export interface ActivityStats {
  /** Calls that left and have not ended. */
  readonly underWay: number
  readonly sent: Readonly<Record<Priority, number>>
  /** Requests a second that left over the last ten seconds. */
  readonly achievedRate: number
  /** The retry-after behind the present pause, in milliseconds; null without one. */
  readonly pauseAskedMs: number | null
}

/** What a key shows to the outside: its log and its counts. Times are milliseconds of a monotonic clock. */
export interface KeyActivity {
  readonly log: ActivityLog
  sent(now: number, wait: QueuedWait): void
  /** A sent call has ended; with the pause if the upstream refused it. */
  ended(now: number, pause?: Pause): void
  figures(now: number): ActivityStats
}

/** Each call under way prolongs a pause by a little: that is still the same pause. */
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
