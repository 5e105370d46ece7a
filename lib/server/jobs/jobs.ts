import { type Clock, SYSTEM, type TeamScope } from '@/lib/kernel'
import type { Db, TeamCtx, Tx } from '@/lib/platform/db'
import { acquireLease, releaseLeases, renewLease } from './store'

/** Recurring work, done by one process at a time. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** True if it concerns only this process, so that each process does its own. */
  readonly isLocal?: boolean
  /**
   * Does the work. `goesOn` says whether to continue: the process is not stopping and still holds the lease, which it
   * renews. `isMine` says the same within a transaction, because a process that was suspended must not write what it
   * saw before.
   */
  run(goesOn: () => Promise<boolean>, isMine: (tx: Tx) => Promise<boolean>): Promise<void>
}

interface JobsParts {
  readonly db: Db
  readonly clock: Clock
  /** Name of this process on its leases. */
  readonly holderId: string
  readonly jobs: readonly Job[]
  onError(error: unknown, job: string): void
}

/** Maximum time for which a silent process keeps its jobs from others. */
const LEASE_MS = 60_000

export interface Jobs {
  /** Does the jobs that are due, and resolves when they are done. A running job is not started a second time. */
  tick(): Promise<void>
  /** Starts no more jobs, waits for running ones, and releases the leases. */
  stop(): Promise<void>
}

/**
 * Creates the schedule of jobs, each done in one process at a time: the holder of its lease. A failure is logged and
 * never fatal.
 */
export function createJobs({ db, clock, holderId, jobs, onError }: JobsParts): Jobs {
  const dueAt = new Map<string, number>()
  const running = new Map<string, Promise<void>>()
  let isStopping = false

  const goesOn = async (job: Job): Promise<boolean> => {
    if (isStopping || job.isLocal) return !isStopping
    return acquireLease(db, clock, leaseOf(job))
  }
  const leaseOf = ({ name }: Job) => ({ name, holderId, leaseMs: LEASE_MS })
  const runOnce = async (job: Job): Promise<void> => {
    try {
      const isMine = (tx: Tx) => renewLease(tx, clock, leaseOf(job))
      if (await goesOn(job)) await job.run(() => goesOn(job), isMine)
    } catch (error) {
      onError(error, job.name)
    }
  }
  const begin = (job: Job): Promise<void> => {
    const work = runOnce(job).finally(() => running.delete(job.name))
    running.set(job.name, work)
    dueAt.set(job.name, clock.monotonic() + job.everyMs)
    return work
  }
  const isDue = ({ name }: Job): boolean =>
    !running.has(name) && clock.monotonic() >= (dueAt.get(name) ?? Number.NEGATIVE_INFINITY)

  return {
    async tick() {
      if (!isStopping) await Promise.all(jobs.filter(isDue).map(begin))
    },
    async stop() {
      isStopping = true
      await Promise.all(running.values())
      await releaseLeases(db, holderId)
    },
  }
}

/**
 * Visits one item after another while `goesOn`. A failure ends only its own visit; the first one is thrown after all
 * had their turn.
 */
export async function visitEach<Item>(
  all: readonly Item[],
  mayContinue: () => Promise<boolean>,
  visit: (item: Item) => Promise<unknown>,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of all) {
    if (!(await mayContinue())) break
    try {
      await visit(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

interface Pauses {
  /** Number of steps after which the lease is renewed and the job may be stopped. */
  readonly aLease: number
  mayContinue(): Promise<boolean>
  /** How many times as long as a step the pause after it is. */
  readonly pauses?: number
}

/** Takes a job's steps while `goesOn`. Between two steps others get as much time as a step took, or more. */
export async function runJobSteps(
  clock: Clock,
  steps: AsyncGenerator<unknown, void>,
  { aLease, mayContinue, pauses = 1 }: Pauses,
): Promise<void> {
  for (let taken = 1; ; taken++) {
    const began = clock.monotonic()
    if ((await steps.next()).done) return
    await clock.sleep((clock.monotonic() - began) * pauses)
    if (taken % aLease === 0 && !(await mayContinue())) return
  }
}

/** Returns the context in which Purser itself acts for a team. */
export const systemCtx = (db: Db, clock: Clock, team: TeamScope): TeamCtx => ({
  team,
  actor: SYSTEM,
  db,
  clock,
})
