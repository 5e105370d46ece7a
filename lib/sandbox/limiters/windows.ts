import { type Limiter, SECOND } from './limiter'

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
export function firstRequestWindow(): Limiter {
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
