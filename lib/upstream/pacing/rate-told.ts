/** What an answer's headers told of the key's rate. What they did not tell is absent. */
export interface RateTold {
  /** How many requests a window may hold. */
  readonly limit?: number
  /** How many of them are left until it ends. */
  readonly remaining?: number
  /** When it ends, in milliseconds from now. */
  readonly resetInMs?: number
  /** With a 429: how long to wait, in milliseconds; null if it does not say. */
  readonly retryAfterMs?: number | null
}

/** A time in which nothing leaves. */
export interface PacerPause {
  readonly forMs: number
  /**
   * The upstream's window holds no more calls; the upstream asks for the pause by its retry-after; or it refused a call and
   * asks for nothing.
   */
  readonly why: 'window' | 'retry-after' | 'refused'
  /** The path that pauses, where the upstream counts by path. */
  readonly path: string | null
}

/** The pace keeps shorter windows by itself, and more exactly than an end in whole seconds. */
export const MIN_RESET_MS = 2000
/** A moment in whole seconds may be so much too early. */
const END_MARGIN_MS = 1000
const MAX_HELD_MS = 86_400_000

/** How long to wait for the end of a window that was told. */
export const untilEnd = (resetInMs: number): number =>
  resetInMs <= MIN_RESET_MS ? resetInMs : Math.min(resetInMs, MAX_HELD_MS) + END_MARGIN_MS

/** What a refusal asks for: its retry-after, or the end of its window if that is full; null if nothing. */
export function waitOf({ retryAfterMs = null, remaining = 0, resetInMs }: RateTold): {
  readonly ms: number | null
  readonly why: PacerPause['why']
} {
  const windowMs = resetInMs === undefined || remaining > 0 ? null : untilEnd(resetInMs)
  if (windowMs !== null && windowMs > (retryAfterMs ?? 0)) return { ms: windowMs, why: 'window' }
  return retryAfterMs === null ? { ms: null, why: 'refused' } : { ms: retryAfterMs, why: 'retry-after' }
}
