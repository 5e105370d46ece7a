import { AppError, type Clock } from '@/lib/kernel'
import { pauseAfter } from '../core/pause'

/** What has happened and must be written, however long the database is away: received pages, and how calls ended. */
export interface KeptWrites {
  /**
   * Writes until it succeeds, with growing pauses, for as long as this process lives. `again` says that an earlier try
   * may have been committed and its answer lost. A refusal (`AppError`) rejects at once. Where `giveUp` is named, what
   * could not be written for half a minute is given up where that can be written instead, and rejects.
   */
  write<T>(work: (again: boolean) => Promise<T>, giveUp?: GiveUp): Promise<T>
  /** Resolves once nothing waits that failed before; at once as a rule. Rejects with the signal's reason. */
  untilWritten(signal: AbortSignal | undefined): Promise<void>
}

/** Writes that something is given up; a rehearsal writes the same and takes it back. */
export type GiveUp = (isRehearsal: boolean) => Promise<void>

/** No trouble of the database, which a run would outlive: what was to be written is the fault. */
class GivenUp extends Error {
  override readonly name = 'GivenUp'
  constructor(cause: unknown) {
    super('Something that arrived could not be stored, and its cost is unknown.', { cause })
  }
}

/** Longer than a restart of the database. Then only what is wrong with the write itself is left as a reason. */
const PATIENCE_MS = 30_000
const LOOK_MS = 50

/** Makes the kept writes of a process. They are in its memory alone: no more of them than calls were under way. */
export function createKeptWrites(clock: Clock): KeptWrites {
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
          // A lock may end while the giving up waits for it. Then the write itself would succeed: it has one more try.
          isRehearsed = !isRehearsed && isLate && giveUp !== undefined && (await succeeds(() => giveUp(true)))
          if (!isRehearsed) await clock.sleep(pauseAfter(tries))
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

/** Whether it was written; a refusal says that there was nothing left to write. */
const succeeds = (work: () => Promise<void>): Promise<boolean> =>
  work().then(
    () => true,
    (error: unknown) => error instanceof AppError,
  )
