import { byPriority, isSameRate } from '@/lib/kernel'
import type { PacerFigures, WatchedKey } from './types'

/** Presents the pacers of a key's paths as one. */
export function allPaths(first: WatchedKey, others: readonly WatchedKey[]): WatchedKey {
  if (others.length === 0) return first
  return {
    activity: first.activity,
    halt: (reason) => first.halt(reason),
    resume: () => first.resume(),
    figures: () => others.map((pacer) => pacer.figures()).reduce(together, first.figures()),
  }
}

/** Combines figures: sums of counts and rates, and the longer of waits. What was sent is already counted per key. */
function together(one: PacerFigures, other: PacerFigures): PacerFigures {
  const isLonger = (other.pause?.forMs ?? 0) > (one.pause?.forMs ?? 0)
  const last = Math.max(one.lastLeavesInMs ?? -1, other.lastLeavesInMs ?? -1)
  return {
    ...one,
    queued: one.queued + other.queued,
    queue: byPriority((priority) => ({
      waiting: one.queue[priority].waiting + other.queue[priority].waiting,
      longestMs: Math.max(one.queue[priority].longestMs, other.queue[priority].longestMs),
    })),
    lastLeavesInMs: last < 0 ? null : last,
    rate: one.rate + other.rate,
    packRate: one.packRate + other.packRate,
    allowed: one.allowed && other.allowed && isSameRate(one.allowed, other.allowed) ? one.allowed : null,
    isStrict: one.isStrict || other.isStrict,
    pause: isLonger ? other.pause : one.pause,
    pausedForMs: Math.max(one.pausedForMs, other.pausedForMs),
    sentLastSecond: one.sentLastSecond + other.sentLastSecond,
    refusals: one.refusals + other.refusals,
  }
}
