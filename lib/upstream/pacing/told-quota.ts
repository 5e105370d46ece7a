import { MIN_RESET_MS, type RateTold, untilEnd } from './rate-told'

/**
 * The number of calls that may leave until the upstream's window ends, as its answers state. Times are milliseconds of
 * a monotonic clock.
 */
export interface ToldQuota {
  /**
   * Records how many calls an answer says are left; `since` is the number of calls that left after the one answered.
   */
  told(now: number, told: RateTold, since: number): void
  /** Records that a call leaves. */
  sent(now: number): void
  /** Returns the moment before which nothing leaves. */
  heldUntil(now: number): number
}

/** Maximum distance between the stated ends of one window, since the end is stated in whole seconds. */
const SAME_WINDOW_MS = 1000
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Creates the count. The upstream counts calls that this process does not know of: those before a restart, and those
 * of others.
 */
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
