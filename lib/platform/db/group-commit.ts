import { AppError, zipExact } from '@/lib/kernel'
import { runStage, withoutRequest } from '@/lib/platform/process'
import type { Db, Tx } from './db'
import { transaction } from './transaction'

/** Writes jobs that arrive at about the same time together, because each transaction waits for the disk once. */
export interface GroupCommit {
  /**
   * Creates a queue for one kind of job. All queues of a group commit share its transactions, in which the kinds are
   * written in the order in which their queues were created.
   *
   * `write` returns a result for each job, in order, and must touch nothing but `tx`. `again` is true if an earlier
   * attempt may have been committed and its answer lost. After a group with a job for which `restFor` returns a
   * shorter rest, that rest applies.
   */
  queue<Job, Result>(
    write: WriteJobs<Job, Result>,
    restFor?: (job: Job) => CommitPause | null,
  ): CommitQueue<Job, Result>
}

export interface CommitQueue<Job, Result> {
  /** Resolves when the job is committed, rejects when its own writing fails. */
  add(job: Job): Promise<Result>
}

type WriteJobs<Job, Result> = (tx: Tx, jobs: readonly Job[], again: boolean) => Promise<readonly Result[]>

/**
 * Thrown by a `write` that knows which jobs it refuses regardless of the others. These are rejected at once, and the
 * others are written together again.
 */
export class JobsRefusedError<Job> extends Error {
  override readonly name = 'JobsRefused'
  constructor(readonly why: ReadonlyMap<Job, AppError>) {
    super('Some of these jobs are refused.')
  }
}

/** A job that waits, whatever its kind. */
interface WaitingJob {
  /** Replaces the usual rest after it; null if it does not. */
  readonly rest: CommitPause | null
  reject(error: unknown): void
}

/**
 * Writes those jobs of a group that are of one kind. Returns a function that resolves them, to be called once all is
 * committed.
 */
type WriteKind = (tx: Tx, group: readonly WaitingJob[], again: boolean) => Promise<() => void>

/** Maximum number of jobs in one transaction. More would keep others waiting on a busy database. */
const MAX = 60
/**
 * Number of successive failures, and their minimum duration, after which the remaining jobs of a group are rejected
 * without an attempt.
 */
const MAX_ALONE = { failures: 3, ms: 1000 }
/** The pause of a group commit after it wrote, so that the groups of a busy process grow and become fewer. */
export interface CommitPause {
  /** Multiple of the time that writing took. */
  readonly times: number
  readonly longestMs: number
}

/**
 * Creates a group commit. A single job is written at once. Jobs that arrive while others are being written, or were
 * just written, wait briefly and share one transaction. If a write throws, nothing of the group is kept and each job
 * is written alone, so that one faulty job does not affect the others.
 */
export function createGroupCommit(db: Db, rest: CommitPause): GroupCommit {
  const kinds: WriteKind[] = []
  let waiting: WaitingJob[] = []
  let isWriting = false

  async function writeTogether(group: readonly WaitingJob[], again: boolean): Promise<void> {
    const tells = await runStage('transaction', () =>
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
      if (error instanceof JobsRefusedError && error.why.size > 0) {
        const rest = group.filter((job) => !error.why.has(job))
        for (const [job, why] of error.why) job.reject(why)
        // Nothing of the group was written. It is smaller now, so this recursion ends.
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
      // Quick failures may be due to the jobs themselves, for example several of one team. The others are still tried.
      if (failures >= MAX_ALONE.failures && performance.now() - since > MAX_ALONE.ms) {
        job.reject(last)
        continue
      }
      if (failures === 0) since = performance.now()
      try {
        await writeTogether([job], true)
        failures = 0
      } catch (thrown) {
        const error = thrown instanceof JobsRefusedError ? (thrown.why.get(job) ?? thrown) : thrown
        // A refusal concerns only the job itself.
        failures = error instanceof AppError ? 0 : failures + 1
        last = error
        job.reject(error)
      }
    }
  }

  async function writeWaiting(): Promise<void> {
    isWriting = true
    // Jobs of the same turn of the event loop join the group.
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
    // Detached from the request, because it continues for jobs that arrive later.
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

const msOf = ({ times, longestMs }: CommitPause, tookMs: number): number =>
  Math.min(longestMs, times * tookMs)

interface QueuedJob<Job, Result> {
  readonly job: Job
  resolve(result: Result): void
}

/** Creates a queue and its writer, which keep the jobs of one kind typed while they wait in line with others. */
function createKind<Job, Result>(
  write: WriteJobs<Job, Result>,
  restFor: (job: Job) => CommitPause | null,
  wait: (job: WaitingJob) => void,
): { readonly kind: WriteKind; readonly queue: CommitQueue<Job, Result> } {
  const asked = new WeakMap<WaitingJob, QueuedJob<Job, Result>>()
  return {
    async kind(tx, group, again) {
      const ours = group.flatMap((each) => asked.get(each) ?? [])
      if (ours.length === 0) return () => undefined
      const jobs = ours.map(({ job }) => job)
      const written = await write(tx, jobs, again).catch((error: unknown) => {
        if (!(error instanceof JobsRefusedError)) throw error
        throw new JobsRefusedError(
          new Map(
            group.flatMap((each) => {
              const why = error.why.get(asked.get(each)?.job)
              return why ? [[each, why] as const] : []
            }),
          ),
        )
      })
      const answers = zipExact(ours, written)
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
