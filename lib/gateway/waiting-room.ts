import type { Clock } from '@/lib/kernel'

/** Limits how many callers wait. */
export interface WaitingRoom {
  /** Takes a place until the returned function is called. Null if there is none, or if the wait would be in vain. */
  enter(visit: Visit): (() => void) | null
}

interface Visit {
  readonly keyId: string
  /** Id under which calls leave one after the other. */
  readonly lane: string
  /** Maximum number of calls that can leave a second. */
  readonly requestsPerSecond: number
  readonly waitMs: number
}

const MAX = 10_000
const MAX_OF_KEY = 3000

/** Creates the waiting room of a process. */
export function createWaitingRoom(): WaitingRoom {
  const waiting = new Map<string, number>()
  const add = (name: string, by: number): void => {
    const count = (waiting.get(name) ?? 0) + by
    if (count === 0) waiting.delete(name)
    else waiting.set(name, count)
  }
  const of = (name: string): number => waiting.get(name) ?? 0
  return {
    enter({ keyId, lane, requestsPerSecond, waitMs }) {
      const names = [ALL, `key ${keyId}`, `lane ${keyId} ${lane}`] as const
      // Number of calls that can leave before its time is over, even if nobody else wants a slot.
      const before = Math.ceil((requestsPerSecond * waitMs) / 1000)
      if (of(names[0]) >= MAX || of(names[1]) >= MAX_OF_KEY || of(names[2]) > before) return null
      for (const name of names) add(name, 1)
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        for (const name of names) add(name, -1)
      }
    },
  }
}

const ALL = 'all'

/** Why a call no longer waits for its slot. */
export type WaitEndReason = 'gone' | 'late' | 'revoked'

/** Ends a call's wait: its caller went away, its time is over, or its key was revoked meanwhile. */
export interface WaitWatch {
  readonly signal: AbortSignal
  endReason(): WaitEndReason | null
  /** Ends the watch, because the call no longer waits. */
  clear(): void
}

interface Wait {
  readonly disconnected: AbortSignal
  readonly waitMs: number
  /** Returns whether the caller may still call. */
  mayCall(): Promise<boolean>
}

/** Interval of checks, so that a revoked key is refused within five seconds even for waiting calls. */
const LOOK_MS = 2000

/** Created once, because an abort without a reason creates an error each time. */
const OVER = new Error('The wait is over')

/** Starts to watch a wait. */
export function watchWait(clock: Clock, { disconnected, waitMs, mayCall }: Wait): WaitWatch {
  const ending = new AbortController()
  const over = new AbortController()
  let why: WaitEndReason | null = null
  const end = (reason: WaitEndReason) => {
    if (over.signal.aborted) return
    why ??= reason
    over.abort(OVER)
    ending.abort(new Error(`The wait ended: ${reason}`))
  }
  const leave = () => end('gone')
  disconnected.addEventListener('abort', leave, { once: true })
  over.signal.addEventListener('abort', () => disconnected.removeEventListener('abort', leave), {
    once: true,
  })
  if (disconnected.aborted) leave()
  const untilLate = async () => {
    await clock.sleep(waitMs, over.signal)
    end('late')
  }
  const untilRevoked = async () => {
    while (!over.signal.aborted) {
      await clock.sleep(LOOK_MS, over.signal)
      // If the database does not answer, nothing is known against the key.
      if (!(await mayCall().catch(() => true))) end('revoked')
    }
  }
  for (const watch of [untilLate, untilRevoked]) watch().catch(() => undefined)
  return { signal: ending.signal, endReason: () => why, clear: () => over.abort(OVER) }
}
