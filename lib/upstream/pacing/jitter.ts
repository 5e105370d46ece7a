/** Measures how unsteadily this process sends: a busy machine delays calls between their slots and the limiter. */
export interface Jitter {
  /** Records that a call left this many milliseconds after its slot. */
  left(lateMs: number): void
  /** Returns how many milliseconds longer a window should take than on a machine at rest. */
  spareMs(): number
}

/** Approximate number of calls that are remembered. */
const REMEMBERED = 64
/** Spread that a machine at rest shows. */
const AT_REST_MS = 5
const MAX_SPARE_MS = 30

/**
 * Creates the measure. When a call of a busy machine arrives is unknown, but the lateness of departures shows how busy
 * it is: the spare time is twice their usual spread, less what is always there.
 */
export function createJitter(): Jitter {
  let meanSquare = 0
  return {
    left(lateMs) {
      meanSquare += (lateMs * lateMs - meanSquare) / REMEMBERED
    },
    spareMs: () => Math.min(MAX_SPARE_MS, Math.max(0, 2 * Math.sqrt(meanSquare) - AT_REST_MS)),
  }
}
