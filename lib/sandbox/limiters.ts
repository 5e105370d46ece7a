/** Decides whether one key may make a request now. Times are milliseconds of a clock that never goes back. */
export interface Limiter {
  /** Null when the request may pass (and is counted), else in how many milliseconds to come back. */
  refuse(rate: number, now: number): number | null
}

const WINDOW_MS = 1000

/** At most `rate` requests in any second that ends now; refused requests are not counted. */
export function slidingLog(): Limiter {
  const passed: number[] = []
  return {
    refuse: (rate, now) => {
      while (passed[0] !== undefined && passed[0] <= now - WINDOW_MS) passed.shift()
      const blocking = passed[passed.length - rate]
      if (blocking !== undefined) return blocking + WINDOW_MS - now
      passed.push(now)
      return null
    },
  }
}

/** One limiter for each key, by the key's hash. */
export function createLimiters(make: () => Limiter): (keyHash: string) => Limiter {
  const limiters = new Map<string, Limiter>()
  return (keyHash) => {
    const limiter = limiters.get(keyHash) ?? make()
    limiters.set(keyHash, limiter)
    return limiter
  }
}
