import { setMaxListeners } from 'node:events'
import type { SentCall } from './adaptation'

/** One who waits for a slot. It ends once: by `give`, `refuse`, or because its own signal was aborted. */
export interface Waiter {
  /** Aborted when the waiter gives up; never after it got its slot. Absent for one who cannot give up. */
  readonly left: AbortSignal | undefined
  /** The slot is his, now. */
  give(now: number, call: SentCall): void
  refuse(reason: unknown): void
}

interface Wait {
  readonly since: number
  readonly signal: AbortSignal | undefined
  settle(waitedMs: number, call: SentCall): void
  reject(reason: unknown): void
  /** Called before the rejection of one who gives up. */
  onLeave(waiter: Waiter): void
}

/** Ties a waiting promise to its caller's signal, which may serve for thousands of calls. */
export function createWaiter({ since, signal, settle, reject, onLeave }: Wait): Waiter {
  const leaving = signal ? new AbortController() : undefined
  const leave = () => {
    onLeave(waiter)
    leaving?.abort(signal?.reason)
    reject(signal?.reason)
  }
  const waiter: Waiter = {
    left: leaving?.signal,
    give(now, call) {
      signal?.removeEventListener('abort', leave)
      settle(now - since, call)
    },
    refuse(reason) {
      signal?.removeEventListener('abort', leave)
      reject(reason)
    },
  }
  if (signal) {
    // One listener a waiting call is no leak, however many calls a run has waiting.
    setMaxListeners(0, signal)
    signal.addEventListener('abort', leave, { once: true })
  }
  return waiter
}
