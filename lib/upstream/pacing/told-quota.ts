/**
 * The number of calls that may leave until the upstream's window ends, as its answers state. Times are milliseconds of
 * a monotonic clock.
 */
export interface ReportedQuota {
  /**
   * Records how many calls an answer says are left; `since` is the number of calls that left after the one answered.
   */
  told(now: number, told: ReportedRate, since: number): void
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
export function createReportedQuota(): ReportedQuota {
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

/** The key's rate as an answer's headers state it. Values that they do not state are absent. */
export interface ReportedRate {
  /** Number of requests that a window may hold. */
  readonly limit?: number
  /** Number of requests that are left until it ends. */
  readonly remaining?: number
  /** Milliseconds until it ends. */
  readonly resetInMs?: number
  /** Milliseconds to wait after a 429; null if it does not say. */
  readonly retryAfterMs?: number | null
}

/** A time in which nothing leaves. */
export interface PacerPause {
  readonly forMs: number
  /**
   * The reason: the upstream's window is full, the upstream asks for the pause by its retry-after, or it refused a
   * call and asks for nothing.
   */
  readonly why: 'window' | 'retry-after' | 'refused'
  /** The path that pauses, if the upstream counts by path. */
  readonly path: string | null
}

/** Maximum reset that the pace handles by itself, more exactly than an end in whole seconds allows. */
const MIN_RESET_MS = 2000
/** Margin for a moment in whole seconds, which may be this much too early. */
const END_MARGIN_MS = 1000
const MAX_HELD_MS = 86_400_000

/** Returns how long to wait for the end of a window that the upstream announced. */
const untilEnd = (resetInMs: number): number =>
  resetInMs <= MIN_RESET_MS ? resetInMs : Math.min(resetInMs, MAX_HELD_MS) + END_MARGIN_MS

/**
 * Returns the wait that a refusal asks for: its retry-after, or the end of its window if that is full. Null if it asks
 * for none.
 */
export function requestedWaitMs({ retryAfterMs = null, remaining = 0, resetInMs }: ReportedRate): {
  readonly ms: number | null
  readonly why: PacerPause['why']
} {
  const windowMs = resetInMs === undefined || remaining > 0 ? null : untilEnd(resetInMs)
  if (windowMs !== null && windowMs > (retryAfterMs ?? 0)) return { ms: windowMs, why: 'window' }
  return retryAfterMs === null ? { ms: null, why: 'refused' } : { ms: retryAfterMs, why: 'retry-after' }
}
