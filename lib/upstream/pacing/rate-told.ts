/** The key's rate as an answer's headers state it. Values that they do not state are absent. */
export interface RateTold {
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
export const MIN_RESET_MS = 2000
/** Margin for a moment in whole seconds, which may be this much too early. */
const END_MARGIN_MS = 1000
const MAX_HELD_MS = 86_400_000

/** Returns how long to wait for the end of a window that the upstream announced. */
export const untilEnd = (resetInMs: number): number =>
  resetInMs <= MIN_RESET_MS ? resetInMs : Math.min(resetInMs, MAX_HELD_MS) + END_MARGIN_MS

/**
 * Returns the wait that a refusal asks for: its retry-after, or the end of its window if that is full. Null if it asks
 * for none.
 */
export function waitOf({ retryAfterMs = null, remaining = 0, resetInMs }: RateTold): {
  readonly ms: number | null
  readonly why: PacerPause['why']
} {
  const windowMs = resetInMs === undefined || remaining > 0 ? null : untilEnd(resetInMs)
  if (windowMs !== null && windowMs > (retryAfterMs ?? 0)) return { ms: windowMs, why: 'window' }
  return retryAfterMs === null ? { ms: null, why: 'refused' } : { ms: retryAfterMs, why: 'retry-after' }
}
