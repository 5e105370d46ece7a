import type { Clock } from '@/lib/kernel'

interface Sleeper {
  readonly due: number
  wake(): void
}

/** A clock on which time passes only when told to: who sleeps is woken in order, and nobody waits for real. */
export interface VirtualClock extends Clock {
  /** Lets `ms` milliseconds pass, in steps from one sleeper to the next. */
  advance(ms: number): Promise<void>
}

/** Lets everything that is ready run: a few turns, since a chain of promises takes several. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

export function makeVirtualClock(): VirtualClock {
  let now = 0
  const sleepers = new Set<Sleeper>()
  const nextDue = () => Math.min(...[...sleepers].map(({ due }) => due))
  return {
    now: () => new Date(1_700_000_000_000 + now),
    monotonic: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper: Sleeper = {
          due: now + ms,
          wake() {
            sleepers.delete(sleeper)
            signal?.removeEventListener('abort', abort)
            resolve()
          },
        }
        const abort = () => {
          sleepers.delete(sleeper)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', abort, { once: true })
        sleepers.add(sleeper)
      }),
    async advance(ms) {
      const end = now + ms
      await settle()
      for (let due = nextDue(); due <= end; due = nextDue()) {
        now = Math.max(now, due)
        for (const sleeper of [...sleepers]) if (sleeper.due <= now) sleeper.wake()
        await settle()
      }
      now = end
    },
  }
}
