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
