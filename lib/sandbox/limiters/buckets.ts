import { type Limiter, SECOND } from './limiter'

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
