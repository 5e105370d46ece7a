import { newId, type Priority, type Rate } from '@/lib/kernel'

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
