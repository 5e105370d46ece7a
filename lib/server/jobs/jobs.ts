import type { Clock } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { releaseLeases, takeLease } from './store'

/** Something that is done again and again, by one process at a time. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** `goesOn` says whether to go on: the process is not stopping and still holds the lease, which it renews. */
  run(goesOn: () => Promise<boolean>): Promise<void>
}

interface JobsParts {
  readonly db: Db
  readonly clock: Clock
  /** This process, as it signs its leases. */
  readonly holderId: string
  readonly jobs: readonly Job[]
  onError(error: unknown, job: string): void
}

/** How long a silent process keeps others from its jobs. */
const LEASE_MS = 60_000

export interface Jobs {
  /** Does what is due now, and answers when it is done. A job that still runs is not begun a second time. */
  tick(): Promise<void>
  /** Begins nothing more, waits for what runs, and gives the leases back. */
  stop(): Promise<void>
}

/** Does jobs at their times, each in one process at a time: whoever holds its lease. A failure is told, never fatal. */
export function createJobs({ db, clock, holderId, jobs, onError }: JobsParts): Jobs {
  const dueAt = new Map<string, number>()
  const running = new Map<string, Promise<void>>()
  let isStopping = false

  const goesOn = async (job: Job): Promise<boolean> => {
    if (isStopping) return false
    const now = clock.now()
    const untilAt = new Date(now.getTime() + LEASE_MS)
    return takeLease(db, { name: job.name, holderId, untilAt }, now)
  }
  const runOnce = async (job: Job): Promise<void> => {
    try {
      if (await goesOn(job)) await job.run(() => goesOn(job))
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
