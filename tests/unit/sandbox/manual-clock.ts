import type { Clock } from '@/lib/kernel'

/** A clock that stands still until a test moves it. Sleepers wake when it passes their time. */
export interface ManualClock extends Clock {
  advance(ms: number): void
}

interface Sleeper {
  readonly wakeAt: number
  readonly wake: () => void
}

export function createManualClock(start = Date.UTC(2026, 5, 15, 12)): ManualClock {
  let passed = 0
  let sleepers: Sleeper[] = []
  return {
    now: () => new Date(start + passed),
    monotonic: () => passed,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => reject(signal?.reason)
        const wake = () => {
          signal?.removeEventListener('abort', abort)
          resolve()
        }
        sleepers.push({ wakeAt: passed + ms, wake })
        signal?.addEventListener('abort', abort, { once: true })
      }),
    advance: (ms) => {
      passed += ms
      const due = sleepers.filter(({ wakeAt }) => wakeAt <= passed)
      sleepers = sleepers.filter(({ wakeAt }) => wakeAt > passed)
      for (const sleeper of due) sleeper.wake()
    },
  }
}
