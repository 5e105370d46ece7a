import type { RateTold } from './types'

/** How many calls may leave until the upstream's window ends, as its answers told. Milliseconds of a monotonic clock. */
export interface ToldQuota {
  /** An answer told how many are left; `since` calls have left since the one that it answers. */
  told(now: number, told: RateTold, since: number): void
  /** A call leaves. */
  sent(now: number): void
  /** Nothing leaves before this moment. */
  heldUntil(now: number): number
}

/** Windows that end nearly at once are one window: the end is told in whole seconds. */
const SAME_WINDOW_MS = 1000
/** A moment in whole seconds may be so much too early. */
const END_MARGIN_MS = 1000
const MAX_HELD_MS = 86_400_000
/** The pace keeps shorter windows by itself, and more exactly than an end in whole seconds. */
const MIN_RESET_MS = 2000
const NEVER = Number.NEGATIVE_INFINITY

/** How long to wait for the end of a window that was told. */
export const untilEnd = (resetInMs: number): number =>
  resetInMs <= MIN_RESET_MS ? resetInMs : Math.min(resetInMs, MAX_HELD_MS) + END_MARGIN_MS

/** The upstream counts what this process does not know of: calls before a restart, and those of others. */
export function createToldQuota(): ToldQuota {
  let left = Number.POSITIVE_INFINITY
  let until = NEVER
  return {
    told(now, { remaining, resetInMs }, since) {
      if (remaining === undefined || resetInMs === undefined || resetInMs <= MIN_RESET_MS) return
      const end = now + untilEnd(resetInMs)
      const isSame = now < until && Math.abs(end - until) <= SAME_WINDOW_MS
      const told = Math.max(0, remaining - since)
      left = isSame ? Math.min(left, told) : told
      if (!isSame) until = end
    },
    sent(now) {
      if (now < until) left--
    },
    heldUntil: (now) => (left <= 0 && now < until ? until : NEVER),
  }
}
