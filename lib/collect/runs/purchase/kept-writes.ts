import { AppError, type Clock } from '@/lib/kernel'

/**
 * Writes of what has happened and must be recorded however long the database is unreachable: received pages, and how
 * calls ended.
 */
export interface PendingWrites {
  /**
   * Writes until it succeeds, with growing pauses, for as long as this process lives. `again` says that an earlier try
   * may have been committed and its answer lost. A refusal (`AppError`) rejects at once. If `giveUp` is given, a write
   * that has failed for half a minute rejects, as soon as "given up" can be written in its place.
   */
  write<T>(work: (again: boolean) => Promise<T>, giveUp?: GiveUpWrite): Promise<T>
  /** Resolves once no failed write is waiting; usually at once. Rejects with the signal's reason. */
  untilWritten(signal: AbortSignal | undefined): Promise<void>
}

/** Writes that something is given up. A rehearsal writes the same and rolls it back. */
export type GiveUpWrite = (isRehearsal: boolean) => Promise<void>

/** Thrown if the data itself cannot be written. An unreachable database is no reason: a run outlives that. */
class GivenUp extends Error {
  override readonly name = 'GivenUp'
  constructor(cause: unknown) {
    super('Something that arrived could not be stored, and its cost is unknown.', { cause })
  }
}

/** Longer than a restart of the database, after which only the write itself can be at fault. */
const PATIENCE_MS = 30_000
const LOOK_MS = 50

/** Creates the kept writes of a process. They are only in its memory, and no more than calls were under way. */
export function createPendingWrites(clock: Clock): PendingWrites {
  const failing = new Set<symbol>()
  return {
    async write(work, giveUp) {
      const mark = Symbol('write')
      const since = clock.monotonic()
      try {
        let isRehearsed = false
        for (let tries = 0; ; tries++) {
          try {
            return await work(tries > 0)
          } catch (error) {
            if (error instanceof AppError) throw error
            failing.add(mark)
            if (isRehearsed && giveUp && (await succeeds(() => giveUp(false)))) throw new GivenUp(error)
          }
          const isLate = clock.monotonic() - since > PATIENCE_MS
          // Tries the write once more after a rehearsal: both may have waited for the same lock, which is free now.
          isRehearsed = !isRehearsed && isLate && giveUp !== undefined && (await succeeds(() => giveUp(true)))
          if (!isRehearsed) await clock.sleep(retryDelayMs(tries))
        }
      } finally {
        failing.delete(mark)
      }
    },
    async untilWritten(signal) {
      while (failing.size > 0) await clock.sleep(LOOK_MS, signal)
    },
  }
}

/** Returns whether it was written. A refusal means that there was nothing left to write. */
const succeeds = (work: () => Promise<void>): Promise<boolean> =>
  work().then(
    () => true,
    (error: unknown) => error instanceof AppError,
  )

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2000

/** Returns the milliseconds to wait before asking the database again: longer after each failure, counted from 0. */
export const retryDelayMs = (failures: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
