import type { Clock } from '@/lib/kernel'

/** The reason why a call no longer waits for its slot. */
export type WhyStopped = 'gone' | 'late' | 'revoked'

/** Ends a call's wait: its caller went away, its time is over, or its key was revoked meanwhile. */
export interface WaitEnd {
  readonly signal: AbortSignal
  why(): WhyStopped | null
  /** Ends the watch, because the call no longer waits. */
  clear(): void
}

interface Wait {
  readonly gone: AbortSignal
  readonly waitMs: number
  /** Returns whether the caller may still call. */
  mayCall(): Promise<boolean>
}

/** Interval of checks, so that a revoked key is refused within five seconds even for waiting calls. */
const LOOK_MS = 2000

/** Created once, because an abort without a reason creates an error each time. */
const OVER = new Error('The wait is over')

/** Starts to watch a wait. */
export function watchWait(clock: Clock, { gone, waitMs, mayCall }: Wait): WaitEnd {
  const ending = new AbortController()
  const over = new AbortController()
  let why: WhyStopped | null = null
  const end = (reason: WhyStopped) => {
    if (over.signal.aborted) return
    why ??= reason
    over.abort(OVER)
    ending.abort(new Error(`The wait ended: ${reason}`))
  }
  const leave = () => end('gone')
  gone.addEventListener('abort', leave, { once: true })
  over.signal.addEventListener('abort', () => gone.removeEventListener('abort', leave), { once: true })
  if (gone.aborted) leave()
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
  return { signal: ending.signal, why: () => why, clear: () => over.abort(OVER) }
}
