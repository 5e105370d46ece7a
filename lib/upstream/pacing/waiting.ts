import type { Priority } from './fair-queue'
import type { Waiter } from './waiter'

export interface Wait {
  readonly priority: Priority
  /** Milliseconds of a monotonic clock. */
  readonly since: number
}

/** Those of one priority who wait for a slot, and since when the longest of them does. */
export interface QueueFigures {
  readonly waiting: number
  readonly longestMs: number
}

/** Who waits for a key's slots. */
export interface WaitingCalls {
  readonly size: number
  has(waiter: Waiter): boolean
  add(waiter: Waiter, wait: Wait): void
  /** Takes one out and answers his wait; undefined for one who has left. */
  take(waiter: Waiter): Wait | undefined
  /** Takes everybody out. */
  takeAll(): Waiter[]
  byPriority(now: number): Readonly<Record<Priority, QueueFigures>>
}

/** Counted when somebody looks, so that coming and going cost no more than their place in a map. */
export function createWaiting(): WaitingCalls {
  const waits = new Map<Waiter, Wait>()
  return {
    get size() {
      return waits.size
    },
    has: (waiter) => waits.has(waiter),
    add: (waiter, wait) => void waits.set(waiter, wait),
    take(waiter) {
      const wait = waits.get(waiter)
      waits.delete(waiter)
      return wait
    },
    takeAll() {
      const all = [...waits.keys()]
      waits.clear()
      return all
    },
    byPriority(now) {
      const figures = {
        interactive: { waiting: 0, longestMs: 0 },
        run: { waiting: 0, longestMs: 0 },
        schedule: { waiting: 0, longestMs: 0 },
      }
      for (const { priority, since } of waits.values()) {
        const queue = figures[priority]
        queue.waiting++
        queue.longestMs = Math.max(queue.longestMs, now - since)
      }
      return figures
    },
  }
}
