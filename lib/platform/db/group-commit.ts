import { AppError, paired } from '@/lib/kernel'
import { staged, withoutRequest } from '@/lib/platform/process'
import type { Db, Tx } from './db'
import { transaction } from './transaction'

/** Writes jobs that come at about the same time together, since each transaction waits for the disk once. */
export interface GroupCommit {
  /**
   * Makes a queue for one kind of job; all queues of a group commit share its transactions. In a transaction the kinds
   * are written in the order in which their queues were made. `write` answers a result for each job, in order, and
   * touches nothing but `tx`. It is told `again` where an earlier try may have been committed and its answer lost. After
   * a group with a job for which `restFor` names a shorter rest, that one holds.
   */
  queue<Job, Result>(
    write: WriteJobs<Job, Result>,
    restFor?: (job: Job) => Rest | null,
  ): CommitQueue<Job, Result>
}

export interface CommitQueue<Job, Result> {
  /** Resolves when the job is committed, rejects when its own writing fails. */
  add(job: Job): Promise<Result>
}

type WriteJobs<Job, Result> = (tx: Tx, jobs: readonly Job[], again: boolean) => Promise<readonly Result[]>

/**
 * What a `write` throws where it knows which jobs it refuses, whatever the others of the group are: these are told at once, and
 * the others are written together again.
 */
export class JobsRefused<Job> extends Error {
  override readonly name = 'JobsRefused'
  constructor(readonly why: ReadonlyMap<Job, AppError>) {
    super('Some of these jobs are refused.')
  }
}

/** A job that waits, whatever its kind. */
interface WaitingJob {
  /** Instead of the usual rest after it. */
  readonly rest: Rest | null
  reject(error: unknown): void
}

/** Writes those of a group that are of one kind; answers how to tell them their results, once all is committed. */
type WriteKind = (tx: Tx, group: readonly WaitingJob[], again: boolean) => Promise<() => void>

/** More than these in one transaction keep the others of a busy database waiting. */
const MAX = 60
/** When several in a row could not be written alone, and that took so long, the rest need not wait to learn it. */
const MAX_ALONE = { failures: 3, ms: 1000 }
/** How long a group commit rests after it wrote, so that the groups of a busy process grow and their number falls. */
export interface Rest {
  /** As a multiple of the time that writing took. */
  readonly times: number
  readonly longestMs: number
}

/**
 * A job that comes alone is written at once; those that come while others are being written, or just were, wait a moment
 * and are written in one transaction. Where a write throws, nothing of the group stays and each job is written alone: one
 * that cannot be written spoils none of the others.
 */
export function createGroupCommit(db: Db, rest: Rest): GroupCommit {
  const kinds: WriteKind[] = []
  let waiting: WaitingJob[] = []
  let isWriting = false

  async function writeTogether(group: readonly WaitingJob[], again: boolean): Promise<void> {
    const tells = await staged('transaction', () =>
      transaction(db, async (tx) => {
        const written: (() => void)[] = []
        for (const write of kinds) written.push(await write(tx, group, again))
        return written
      }),
    )
    for (const tell of tells) tell()
  }

  async function writeAll(group: readonly WaitingJob[]): Promise<void> {
    try {
      await writeTogether(group, false)
    } catch (error) {
      if (error instanceof JobsRefused && error.why.size > 0) {
        const rest = group.filter((job) => !error.why.has(job))
        for (const [job, why] of error.why) job.reject(why)
        // Nothing of the group was written. It is smaller now, so this ends.
        if (rest.length > 0) await writeAll(rest)
        return
      }
      const [first, ...others] = group
      if (others.length === 0) first?.reject(error)
      else await writeEachAlone(group)
    }
  }

  async function writeEachAlone(group: readonly WaitingJob[]): Promise<void> {
    let [failures, since, last]: [number, number, unknown] = [0, performance.now(), null]
    for (const job of group) {
      // Those that fail at once may all be faulty themselves, as several of one team: the others are still tried.
      if (failures >= MAX_ALONE.failures && performance.now() - since > MAX_ALONE.ms) {
        job.reject(last)
        continue
      }
      if (failures === 0) since = performance.now()
      try {
        await writeTogether([job], true)
        failures = 0
      } catch (thrown) {
        const error = thrown instanceof JobsRefused ? (thrown.why.get(job) ?? thrown) : thrown
        // A refusal is about the job itself.
        failures = error instanceof AppError ? 0 : failures + 1
        last = error
        job.reject(error)
      }
    }
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true
    // Those of the same turn of the event loop come along.
    await new Promise((proceed) => setImmediate(proceed))
    while (waiting.length > 0) {
      const group = waiting.slice(0, MAX)
      waiting = waiting.slice(MAX)
      const since = performance.now()
      await writeAll(group)
      const tookMs = performance.now() - since
      const restMs = Math.min(...group.map((job) => msOf(job.rest ?? rest, tookMs)))
      await new Promise((proceed) => setTimeout(proceed, restMs))
    }
    isWriting = false
  }

  function add(job: WaitingJob): void {
    waiting.push(job)
    // It goes on for those that come later: it belongs to no request.
    if (!isWriting) void withoutRequest(writeWaiting)
  }

  return {
    queue(write, restFor = () => null) {
      const { kind, queue } = createKind(write, restFor, add)
      kinds.push(kind)
      return queue
    },
  }
}

const msOf = ({ times, longestMs }: Rest, tookMs: number): number => Math.min(longestMs, times * tookMs)

interface QueuedJob<Job, Result> {
  readonly job: Job
  resolve(result: Result): void
}

/** What keeps one kind of job typed, while it waits in line with the others. */
function createKind<Job, Result>(
  write: WriteJobs<Job, Result>,
  restFor: (job: Job) => Rest | null,
  wait: (job: WaitingJob) => void,
): { readonly kind: WriteKind; readonly queue: CommitQueue<Job, Result> } {
  const asked = new WeakMap<WaitingJob, QueuedJob<Job, Result>>()
  return {
    async kind(tx, group, again) {
      const ours = group.flatMap((each) => asked.get(each) ?? [])
      if (ours.length === 0) return () => undefined
      const jobs = ours.map(({ job }) => job)
      const written = await write(tx, jobs, again).catch((error: unknown) => {
        if (!(error instanceof JobsRefused)) throw error
        throw new JobsRefused(
          new Map(
            group.flatMap((each) => {
              const why = error.why.get(asked.get(each)?.job)
              return why ? [[each, why] as const] : []
            }),
          ),
        )
      })
      const answers = paired(ours, written)
      return () => {
        for (const [{ resolve }, result] of answers) resolve(result)
      }
    },
    queue: {
      add: (job) =>
        new Promise((resolve, reject) => {
          const waiting = { reject, rest: restFor(job) }
          asked.set(waiting, { job, resolve })
          wait(waiting)
        }),
    },
  }
}
