/** How unsteadily this process sends: a busy machine delays calls between their slots and the limiter. */
export interface Jitter {
  /** A call left so many milliseconds after its slot. */
  left(lateMs: number): void
  /** By how much longer a window should take than it would on a machine at rest, in milliseconds. */
  spareMs(): number
}

/** Roughly so many calls are remembered. */
const REMEMBERED = 64
/** What a machine at rest shows. */
const AT_REST_MS = 5
const MOST_SPARE_MS = 30

/**
 * Nobody tells when a call arrives that this process wrote while the machine was busy. How late calls leave shows how busy
 * it is: twice what they usually spread by, less what is always there.
 */
export function createJitter(): Jitter {
  let meanSquare = 0
  return {
    left(lateMs) {
      meanSquare += (lateMs * lateMs - meanSquare) / REMEMBERED
    },
    spareMs: () => Math.min(MOST_SPARE_MS, Math.max(0, 2 * Math.sqrt(meanSquare) - AT_REST_MS)),
  }
}
