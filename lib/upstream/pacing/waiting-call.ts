import type { TakenCall } from './key-pace'

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
