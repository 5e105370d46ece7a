import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock, Priority } from '@/lib/kernel'
import { endForgottenAttempts } from '@/lib/money/ledger'
import { type Db, type TeamCtx, transaction } from '@/lib/platform/db'
import { endRun, endRunsInTransaction } from '../core/end-run'
import { type RunRow, selectOpenRuns, selectRunningInstances, selectRunsToStop } from '../core/store'
import type { RunServices } from '../purchase/run-services'
import { type Continuation, createContinuationStore } from './continuation'
import { type DriveRunOptions, driveRun, retryOnStorageFailure, type StopReason } from './drive-run'

/** The background runs of this process. */
export interface BackgroundRuns {
  /** Maximum number of open runs that a member may have started by hand. */
  readonly maxPerMember: number
  /**
   * Drives a run until it ends, from its beginning or another position; returns at once. Its priority decides its turn
   * among other users of its key.
   */
  begin(ctx: TeamCtx, run: RunRow, priority?: Priority, from?: Continuation): void
  /**
   * Takes, once, the position at which a run of this process ended and from which a person can continue; null if none
   * is kept.
   */
  takePlace(runId: string): Continuation | null
  /** Returns a position from which the run did not continue after all. */
  keepPlace(place: Continuation): void
  /** Ends a cancelled run, at once if this process drives it. Another process notices on its own. */
  cancel(runId: string): void
  /** Returns whether this process drives a run. */
  carries(runId: string): boolean
  /** Resolves when a run of this process has ended; at once for any other. */
  ended(runId: string): Promise<void>
  /** Ends all of them as stopped by a restart. */
  stop(): Promise<void>
}

/** The services that starting and cancelling a background run need. */
export interface BackgroundServices extends RunServices {
  readonly background: BackgroundRuns
}

/** Interval at which to check whether somebody has cancelled a run through another process. */
const LOOK_MS = 100

interface Carried {
  readonly stopping: AbortController
  readonly done: Promise<void>
}

interface BackgroundOptions {
  /** Maximum number of open runs that a member may have started by hand; no limit by default. */
  readonly maxPerMember?: number
  readonly services: RunServices
  readonly clock: Clock
  /** True if runs may be cancelled through another process on the same database. */
  readonly isShared: boolean
  onError(error: unknown, runId: string): void
}

/** Creates the background runs of a process. An error in a run ends that run with a reason, and nothing else. */
export function createBackgroundRuns({
  services,
  clock,
  isShared,
  maxPerMember = Number.POSITIVE_INFINITY,
  onError,
}: BackgroundOptions): BackgroundRuns {
  const carried = new Map<string, Carried>()
  const places = createContinuationStore(clock)
  // A run outlives the request that began it and must not keep that request's context alive.
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  let isLooking = false

  /** Checks for cancelled runs, but only while there are runs. */
  async function look(ctx: TeamCtx): Promise<void> {
    if (isLooking) return
    isLooking = true
    for (;;) {
      await clock.sleep(LOOK_MS)
      const ids = [...carried.keys()]
      if (ids.length === 0) break
      const stopped = await selectRunsToStop(ctx.db, ids).catch((error: unknown) => {
        onError(error, ids[0] ?? '')
        return []
      })
      for (const id of stopped) carried.get(id)?.stopping.abort('cancelled' satisfies StopReason)
    }
    isLooking = false
  }

  async function carry(ctx: TeamCtx, drive: DriveRunOptions): Promise<void> {
    const { run } = drive
    try {
      await driveRun(ctx, services, drive)
    } catch (error) {
      onError(error, run.id)
      const note = 'Something went wrong on the server.'
      const end = { reason: 'problem', at: ctx.clock.now(), note } as const
      await retryOnStorageFailure(ctx.clock, () => endRun(ctx.db, ctx.team.id, run.id, end)).catch(
        (again: unknown) => onError(again, run.id),
      )
    } finally {
      carried.delete(run.id)
    }
  }

  return {
    maxPerMember,
    begin(ctx, run, priority = 'run', from) {
      const stopping = new AbortController()
      const done = outsideOfRequests(() =>
        carry(ctx, { run, from, priority, signal: stopping.signal, keep: places.keep }),
      )
      carried.set(run.id, { stopping, done })
      if (isShared) void look(ctx)
    },
    keepPlace: places.keep,
    takePlace: places.take,
    cancel: (runId) => carried.get(runId)?.stopping.abort('cancelled' satisfies StopReason),
    carries: (runId) => carried.has(runId),
    ended: (runId) => carried.get(runId)?.done ?? Promise.resolve(),
    async stop() {
      const all = [...carried.values()]
      for (const { stopping } of all) stopping.abort('restarted' satisfies StopReason)
      await Promise.all(all.map(({ done }) => done))
    },
  }
}

/** Returns the processes that carry background runs, by what is open in the database. */
export const listRunningInstances = (db: Db): Promise<string[]> => selectRunningInstances(db)

/** Ends the runs of these dead processes as stopped by a restart. Returns their number. */
export const endAbandonedRuns = (db: Db, clock: Clock, dead: string[]): Promise<number> =>
  transaction(db, (tx) =>
    endRunsInTransaction(
      tx,
      { manner: 'background', instanceId: { in: dead } },
      { reason: 'restarted', at: clock.now() },
    ),
  )

/** Minimum age of what is checked: newer runs and attempts are written before their process knows of them. */
const YOUNG_MS = 60_000
const MAX = 500

/**
 * Ends the open runs and attempts that this process has lost track of, so that no run stays open and no budget holds
 * anything for them. That happens only after a failure that nothing else could repair. Returns their number.
 */
export async function endForgottenRuns(
  db: Db,
  clock: Clock,
  { background, book, instanceId }: Pick<BackgroundServices, 'background' | 'book' | 'instanceId'>,
): Promise<number> {
  const before = new Date(clock.now().getTime() - YOUNG_MS)
  const isUnderWay = (id: string) => book.underWay.has(id)
  let ended = await endForgottenAttempts(db, clock, { instanceId, openedBefore: before, isUnderWay })
  for (const { id, teamId } of await selectOpenRuns(db, instanceId, before, MAX)) {
    if (background.carries(id)) continue
    const note = 'Something went wrong on the server, and the run could not go on.'
    if (await endRun(db, teamId, id, { reason: 'problem', at: clock.now(), note })) ended++
  }
  return ended
}
