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
