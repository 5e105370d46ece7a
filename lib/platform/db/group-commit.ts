import type { Db, Tx } from './client'
import { transaction } from './transaction'

/** Writes jobs that come at about the same time together, since each transaction waits for the disk once. */
export interface GroupCommit<Job, Result> {
  /** Resolves when the job is committed, rejects when its own writing fails. */
  add(job: Job): Promise<Result>
}

interface Waiting<Job, Result> {
  readonly job: Job
  resolve(result: Result): void
  reject(error: unknown): void
}

/** More than these in one transaction keep the others of a busy database waiting. */
const MOST = 60
/** How long a group commit rests after it wrote, so that the groups of a busy process grow and their number falls. */
export interface Rest {
  /** As a multiple of the time that writing took. */
  readonly times: number
  readonly longestMs: number
}

/**
 * A job that comes alone is written at once; those that come while others are being written, or just were, wait a moment
 * and are written in one transaction. `write` answers a result for each job, in order, and touches nothing but `tx`. Where it
 * throws, nothing of the group stays and each job is written alone: one that cannot be written spoils none of the others.
 */
export function createGroupCommit<Job, Result>(
  db: Db,
  rest: Rest,
  write: (tx: Tx, jobs: readonly Job[]) => Promise<readonly Result[]>,
): GroupCommit<Job, Result> {
  let waiting: Waiting<Job, Result>[] = []
  let isWriting = false

  async function writeAll(group: readonly Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await transaction(db, (tx) =>
        write(
          tx,
          group.map(({ job }) => job),
        ),
      )
      for (const [place, { resolve }] of group.entries()) resolve(results[place] as Result)
    } catch (error) {
      const [only, ...others] = group
      if (others.length === 0) return only?.reject(error)
      for (const each of group) await writeAll([each])
    }
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true
    // Those of the same turn of the event loop come along.
    await new Promise((proceed) => setImmediate(proceed))
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST)
      waiting = waiting.slice(MOST)
      const since = performance.now()
      await writeAll(group)
      const restMs = Math.min(rest.longestMs, rest.times * (performance.now() - since))
      await new Promise((proceed) => setTimeout(proceed, restMs))
    }
    isWriting = false
  }

  return {
    add: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject })
        if (!isWriting) void writeWaiting()
      }),
  }
}
