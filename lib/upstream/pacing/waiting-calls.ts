import { byPriority, type Priority } from '@/lib/kernel'
import type { Waiter } from './waiting-call'

export interface QueuedWait {
  readonly priority: Priority
  /** Milliseconds of a monotonic clock. */
  readonly since: number
}

/** The number of waiting calls of one priority and the longest wait among them. */
export interface QueueFigures {
  readonly waiting: number
  readonly longestMs: number
}

/** The calls that wait for a key's slots. */
export interface WaitingCalls {
  readonly size: number
  has(waiter: Waiter): boolean
  add(waiter: Waiter, wait: QueuedWait): void
  /** Removes a waiter and settles its wait; undefined if it has left. */
  take(waiter: Waiter): QueuedWait | undefined
  /** Removes all waiters. */
  takeAll(): Waiter[]
  byPriority(now: number): Readonly<Record<Priority, QueueFigures>>
}

/**
 * Creates the set of waiting calls. Figures are computed only on request, so that adding and removing cost one map
 * entry.
 */
export function createWaiting(): WaitingCalls {
  const waits = new Map<Waiter, QueuedWait>()
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
      const figures = byPriority(() => ({ waiting: 0, longestMs: 0 }))
      for (const { priority, since } of waits.values()) {
        const queue = figures[priority]
        queue.waiting++
        queue.longestMs = Math.max(queue.longestMs, now - since)
      }
      return figures
    },
  }
}
