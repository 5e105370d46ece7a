import { type Limiter, SECOND } from './limiter'

// At this moment it is still as much; a millisecond later it is less.
const ROUNDING_MS = 1

/** At most `rate` requests in any second that ends now; refused requests are not counted. */
export function slidingLog(): Limiter {
  const passed: number[] = []
  return {
    refuse(rate, now) {
      while (passed[0] !== undefined && passed[0] <= now - SECOND) passed.shift()
      const blocking = passed[passed.length - rate]
      if (blocking !== undefined) return blocking + SECOND - now
      passed.push(now)
      return null
    },
  }
}

/**
 * Estimates that second: this window's count, plus the visible part of the last window's, rounded down. `shiftMs`
 * places the windows on the given clock.
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
      // The last window's part has to fall below what is free; where nothing is, that of this window in the next.
      const room = rate - passed
      const until = room > 0 && before > 0 ? 1 - room / before : 1
      return (until - gone) * SECOND + ROUNDING_MS
    },
  }
}
