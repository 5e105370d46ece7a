/** Decides whether one key may make a request now. Times are milliseconds of a clock that never goes back. */
export interface Limiter {
  /**
   * Returns null if the request may pass (and is counted), else the milliseconds until the next one would. The rate is
   * in requests a second and may change from one request to the next.
   */
  refuse(rate: number, now: number): number | null
}

const SECOND = 1000

// Floating point may leave slightly less than a whole token.
const NEARLY = 1e-9

/** Creates a bucket that holds a second's requests and refills evenly. */
export function tokenBucket(): Limiter {
  let tokens = Number.POSITIVE_INFINITY
  let filledAt = 0
  return {
    refuse(rate, now) {
      tokens = Math.min(rate, tokens + ((now - filledAt) * rate) / SECOND)
      filledAt = now
      if (tokens < 1 - NEARLY) return ((1 - tokens) * SECOND) / rate
      tokens--
      return null
    },
  }
}

/** Creates the generic cell rate algorithm: one request each `1/rate` s, at most `burst` of them at once. */
export const gcra = (burst: number) => (): Limiter => {
  let dueAt = Number.NEGATIVE_INFINITY
  return {
    refuse(rate, now) {
      const gap = SECOND / rate
      const welcomeAt = dueAt - (burst - 1) * gap
      if (now < welcomeAt - NEARLY) return welcomeAt - now
      dueAt = Math.max(now, dueAt) + gap
      return null
    },
  }
}

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
export function createWindowLog(windowMs: number): WindowLog {
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
export const slidingLog = (): Limiter => createWindowLog(SECOND)

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

/**
 * Creates a limiter of `rate` requests between two whole seconds; `shiftMs` says where those lie on the given clock.
 */
export function fixedWindow(shiftMs: number): Limiter {
  let window = Number.NaN
  let passed = 0
  return {
    refuse(rate, now) {
      const here = Math.floor((now + shiftMs) / SECOND)
      if (here !== window) [window, passed] = [here, 0]
      if (passed >= rate) return (here + 1) * SECOND - shiftMs - now
      passed++
      return null
    },
  }
}

/** Creates a limiter with windows of a second that begin with the first request after the last one ended. */
export function createFirstRequestWindowLimiter(): Limiter {
  let end = Number.NEGATIVE_INFINITY
  let passed = 0
  return {
    refuse(rate, now) {
      if (now >= end) [end, passed] = [now + SECOND, 0]
      if (passed >= rate) return end - now
      passed++
      return null
    },
  }
}
