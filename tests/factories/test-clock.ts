import { type Clock, systemClock } from '@/lib/kernel'

/** The machine's clock with a wall time that a test moves; durations and sleeps stay real. */
export interface TestClock extends Clock {
  advance(ms: number): void
}

export function makeTestClock(start = new Date('2026-03-10T12:00:00Z')): TestClock {
  let now = start.getTime()
  return {
    ...systemClock,
    now: () => new Date(now),
    advance: (ms) => {
      now += ms
    },
  }
}
