import { type Limiter, SECOND } from './limiter'

// Floating point may leave slightly less than a whole token.
const NEARLY = 1e-9

/** A bucket that holds a second's requests and refills evenly. */
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

/** The generic cell rate algorithm: one request each `1/rate` s, `burst` of them at once at most. */
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
