import { type Limiter, SECOND } from './limiter'

// At this very moment the count is still as high; a millisecond later it is lower.
const ROUNDING_MS = 1

/** A sliding log that also reports its content. */
export interface WindowLog extends Limiter {
  /** Number of requests that passed in the window ending with the last call of `refuse`. */
  readonly passed: number
  /** When the oldest of them leaves the window; null if there is none. */
  readonly freesAt: number | null
}

/** Creates a limiter of requests in any `windowMs` milliseconds that end now. Refused requests are not counted. */
export function logOver(windowMs: number): WindowLog {
  const passed: number[] = []
  return {
    refuse(calls, now) {
      while (passed[0] !== undefined && passed[0] <= now - windowMs) passed.shift()
      const blocking = passed[passed.length - calls]
      if (blocking !== undefined) return blocking + windowMs - now
      passed.push(now)
      return null
    },
    get passed() {
      return passed.length
    },
    get freesAt() {
      return passed[0] === undefined ? null : passed[0] + windowMs
    },
  }
}

/** Creates a limiter of `rate` requests in any second that ends now. */
export const slidingLog = (): Limiter => logOver(SECOND)

/**
 * Creates a limiter that estimates the count of that second: this window's count, plus the visible part of the last
 * window's, rounded down. `shiftMs` places the windows on the given clock.
 */
export function slidingCounter(shiftMs: number): Limiter {
  let window = Number.NaN
  let before = 0
  let passed = 0
  return {
    refuse(rate, now) {
      const here = Math.floor((now + shiftMs) / SECOND)
      if (here !== window) [before, passed, window] = [here === window + 1 ? passed : 0, 0, here]
      const gone = (now + shiftMs) / SECOND - here
      if (Math.floor(before * (1 - gone)) + passed < rate) {
        passed++
        return null
      }
      // The last window's part has to fall below what is free. If nothing is free, the next window begins first, and
      // this one becomes the last.
      const room = rate - passed
      const until = room > 0 && before > 0 ? 1 - room / before : 1
      return (until - gone) * SECOND + ROUNDING_MS
    },
  }
}
