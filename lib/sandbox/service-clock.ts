import { type Clock, invalid } from '@/lib/kernel'

const FURTHEST_MS = 100 * 366 * 86_400_000

/** The service's own clock: the machine's, moved by an offset. Only dates move, durations do not. */
export interface ServiceClock extends Clock {
  readonly offsetMs: number
  /** Sets how far the service is ahead (or behind, below zero). Throws `invalid` beyond a hundred years. */
  move(offsetMs: number): void
}

export function createServiceClock(clock: Clock): ServiceClock {
  let offsetMs = 0
  return {
    now: () => new Date(clock.now().getTime() + offsetMs),
    // Limiters and sleeps use this: a refused key must not be refused for a year because the date went back.
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    get offsetMs() {
      return offsetMs
    },
    move(to) {
      if (!Number.isInteger(to) || Math.abs(to) > FURTHEST_MS)
        throw invalid('offsetMs must be a whole number of milliseconds, at most a hundred years.')
      offsetMs = to
    },
  }
}
