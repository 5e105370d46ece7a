/** Tells when the call that was just answered had been sent. Milliseconds of a monotonic clock. */
export interface UnderWay {
  sent(now: number): void
  /** When the call that ends now was sent; `now` itself where none is known to be under way. */
  ended(now: number): number
}

const LOST_AFTER_MS = 60_000

/** Takes answers to come in the order of their calls; a call without an answer is forgotten after a minute. */
export function createUnderWay(): UnderWay {
  const sends: number[] = []
  const dropLost = (now: number) => {
    while (sends[0] !== undefined && sends[0] < now - LOST_AFTER_MS) sends.shift()
  }
  return {
    sent(now) {
      dropLost(now)
      sends.push(now)
    },
    ended(now) {
      dropLost(now)
      return sends.shift() ?? now
    },
  }
}
