import { newId } from '@/lib/kernel'
import type { Priority } from './fair-queue'

/** What happened on a key. Of whoever asked no more is told than how urgent it was and how long it waited. */
export type LaneEvent =
  | { readonly kind: 'sent'; readonly priority: Priority; readonly waitedMs: number }
  /** Answered with 429. */
  | { readonly kind: 'refused' }
  /** Nothing leaves for so long, since the upstream answered 429; `askedMs` is its retry-after, null without one. */
  | { readonly kind: 'paused'; readonly forMs: number; readonly askedMs: number | null }
  /** The pack allows another number of requests a second. */
  | { readonly kind: 'rate'; readonly packRate: number }
  | { readonly kind: 'halted'; readonly reason: string }
  | { readonly kind: 'resumed' }

/** `seq` counts from 1 without gaps; `atMs` is of the pacer's monotonic clock. */
export type Happening = LaneEvent & { readonly seq: number; readonly atMs: number }

/** What lately happened on a key, for whoever looks. Nobody is told of anything: a look asks. */
export interface LaneLog {
  /** Tells this log from the one of another process, or of the same key's pacer before. */
  readonly epoch: string
  /** The last happening's number; 0 before the first. */
  readonly seq: number
  append(event: LaneEvent, atMs: number): void
  /** What came after `seq`, the oldest first, as far as it is still remembered. */
  since(seq: number): Happening[]
}

const REMEMBERED = 1000

/** Remembers the last thousand happenings, at the cost of one object each. */
export function createLaneLog(): LaneLog {
  const ring: Happening[] = []
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
      const happenings: Happening[] = []
      for (let each = Math.max(seq, last - REMEMBERED) + 1; each <= last; each++) {
        const happening = ring[each % REMEMBERED]
        if (happening) happenings.push(happening)
      }
      return happenings
    },
  }
}
