import { newId, type Priority, type Rate } from '@/lib/kernel'

/** An event on a key. About the caller it says only how urgent the call was and how long it waited. */
export type ActivityEvent =
  | { readonly kind: 'sent'; readonly priority: Priority; readonly waitedMs: number }
  /** Answered with 429. */
  | { readonly kind: 'refused' }
  /** Nothing leaves for this long, since the upstream answered 429; `askedMs` is its retry-after, null without one. */
  | { readonly kind: 'paused'; readonly forMs: number; readonly askedMs: number | null }
  /** The pack allows another number of requests: `packRate` a second, as `allowed` counts them. */
  | { readonly kind: 'rate'; readonly packRate: number; readonly allowed: Rate }
  | { readonly kind: 'halted'; readonly reason: string }
  | { readonly kind: 'resumed' }

/** `seq` counts from 1 without gaps; `atMs` is of the pacer's monotonic clock. */
export type LoggedEvent = ActivityEvent & { readonly seq: number; readonly atMs: number }

/** Recent events on a key, for viewers. They ask; nothing is pushed. */
export interface ActivityLog {
  /** Distinguishes this log from that of another process, or of an earlier pacer of the key. */
  readonly epoch: string
  /** The last event's number; 0 before the first. */
  readonly seq: number
  append(event: ActivityEvent, atMs: number): void
  /** The events after `seq`, the oldest first, as far as they are still remembered. */
  since(seq: number): LoggedEvent[]
}

const REMEMBERED = 1000

/** Remembers the last thousand events, at the cost of one object each. */
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
