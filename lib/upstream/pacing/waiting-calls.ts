import { byPriority, type Priority } from '@/lib/kernel'
import type { TakenCall } from './key-pace'

export interface QueuedWait {
  readonly priority: Priority
  /** Milliseconds of a monotonic clock. */
  readonly since: number
}

/** The number of waiting calls of one priority and the longest wait among them. */
export interface QueueFigures {
  readonly waiting: number
  readonly maxMs: number
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
export function createWaitingCalls(): WaitingCalls {
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
      const figures = byPriority(() => ({ waiting: 0, maxMs: 0 }))
      for (const { priority, since } of waits.values()) {
        const queue = figures[priority]
        queue.waiting++
        queue.maxMs = Math.max(queue.maxMs, now - since)
      }
      return figures
    },
  }
}

/** One call that waits for a slot. It ends once: by `give`, by `refuse`, or because its own signal was aborted. */
export interface Waiter {
  /** Aborted when the waiter gives up; never after it got its slot. Absent for a waiter that cannot give up. */
  readonly left: AbortSignal | undefined
  /** Gives this waiter the slot. */
  give(now: number, call: TakenCall): void
  refuse(reason: unknown): void
}

interface WaiterParts {
  readonly since: number
  readonly signal: AbortSignal | undefined
  settle(waitedMs: number, call: TakenCall): void
  reject(reason: unknown): void
  /** Called before the rejection of a waiter that gives up. */
  onLeave(waiter: Waiter): void
}

// A signal searches all its listeners each time one is added or removed, so ten thousand calls share one.
const leavers = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls `leave` when the signal is aborted. Returns a function that undoes that. */
function onAbort(signal: AbortSignal, leave: () => void): () => void {
  const known = leavers.get(signal)
  const all = known ?? new Set()
  all.add(leave)
  if (!known) {
    leavers.set(signal, all)
    const leaveAll = () => {
      leavers.delete(signal)
      for (const each of all) each()
    }
    signal.addEventListener('abort', leaveAll, { once: true })
  }
  return () => void all.delete(leave)
}

/** Connects a waiting promise with its caller's signal, which may serve thousands of calls. */
export function createWaiter({ since, signal, settle, reject, onLeave }: WaiterParts): Waiter {
  const leaving = signal ? new AbortController() : undefined
  const leave = () => {
    onLeave(waiter)
    leaving?.abort(signal?.reason)
    reject(signal?.reason)
  }
  const stay = signal && onAbort(signal, leave)
  const waiter: Waiter = {
    left: leaving?.signal,
    give(now, call) {
      stay?.()
      settle(now - since, call)
    },
    refuse(reason) {
      stay?.()
      reject(reason)
    },
  }
  return waiter
}
