import { AsyncLocalStorage } from 'node:async_hooks'
import { type Clock, conflict, type Priority } from '@/lib/kernel'
import { endForgottenAttempts } from '@/lib/money/ledger'
import { acquireLock, type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import type { Continuation } from '../core/continuation'
import { endRun, endRunsInTransaction } from '../core/end-run'
import type { RunEnd } from '../core/schemas'
import {
  countOpenRuns,
  type NewRun,
  type RunRow,
  releaseBatches,
  selectOpenRuns,
  selectRunningInstances,
  selectRunsToStop,
} from '../core/store'
import type { RunServices } from '../purchase/run-services'
import { driveBatch } from './drive-batch'
import { driveRun, retryOnStorageFailure, type StopReason } from './drive-run'

/** The background runs of this process. */
export interface BackgroundRuns {
  /** Maximum number of open runs that a member may have started by hand. */
  readonly maxPerMember: number
  /**
   * Drives a run until it ends, from the given position, the one that is kept, or its beginning; returns immediately.
   * Its priority decides its turn among other users of its key.
   */
  begin(ctx: TeamCtx, run: RunRow, priority?: Priority, from?: Continuation): void
  /** Drives a batch until all its subjects have ended; returns immediately. */
  beginBatch(ctx: TeamCtx, batch: RunRow, priority?: Priority): void
  /**
   * Makes a run one of this process and begins it in `work`, so that nobody takes it for forgotten in between.
   */
  takeOver<T>(runId: string, work: () => Promise<T>): Promise<T>
  /** Ends a cancelled run, immediately if this process drives it. Another process notices on its own. */
  cancel(runId: string): void
  /** Returns whether this process drives a run, or takes it over. */
  carries(runId: string): boolean
  /** Resolves when a run of this process has ended; immediately for any other. */
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
  const coming = new Set<string>()
  // A run outlives the request that began it and must not keep that request's context alive.
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  let isLooking = false
  let isStopped = false
  /** The database of the batches, which are left to another process when this one stops. */
  let database: Db | null = null

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

  /** Carries a run or a batch. The promise resolves when it has ended, and never rejects. */
  function carry(
    ctx: TeamCtx,
    { id }: RunRow,
    drive: (signal: AbortSignal) => Promise<void>,
    end: (end: RunEnd) => Promise<unknown>,
  ): Promise<void> {
    const stopping = new AbortController()
    if (isStopped) stopping.abort('restarted' satisfies StopReason)
    const work = async () => {
      try {
        await drive(stopping.signal)
      } catch (error) {
        onError(error, id)
        const note = 'Something went wrong on the server.'
        const failed = { reason: 'problem', at: ctx.clock.now(), note } as const
        await retryOnStorageFailure(ctx.clock, () => end(failed)).catch((again: unknown) =>
          onError(again, id),
        )
      } finally {
        carried.delete(id)
      }
    }
    const done = outsideOfRequests(work)
    carried.set(id, { stopping, done })
    if (isShared) void look(ctx)
    return done
  }

  const carryRun = (
    ctx: TeamCtx,
    run: RunRow,
    priority: Priority,
    { from, holders }: { readonly from?: Continuation | undefined; readonly holders?: Set<string> } = {},
  ): Promise<void> => {
    const at = from ?? services.places.take(run.id) ?? undefined
    return carry(
      ctx,
      run,
      (signal) => driveRun(ctx, services, { run, from: at, priority, signal, holders }),
      (end) => endRun(ctx.db, ctx.team.id, run.id, end),
    )
  }

  return {
    maxPerMember,
    begin: (ctx, run, priority = 'run', from) => void carryRun(ctx, run, priority, { from }),
    beginBatch(ctx, batch, priority = 'run') {
      database = ctx.db
      const holders = new Set<string>()
      void carry(
        ctx,
        batch,
        (signal) =>
          driveBatch(ctx, services, {
            batch,
            signal,
            carry: (run) => carryRun(ctx, run, priority, { holders }),
          }).catch((error: unknown) => {
            // Stopped while the database failed: another process continues, unless it was cancelled.
            if (!signal.aborted) throw error
          }),
        (end) => endRun(ctx.db, ctx.team.id, batch.id, end),
      )
    },
    async takeOver(runId, work) {
      coming.add(runId)
      return work().finally(() => coming.delete(runId))
    },
    cancel: (runId) => carried.get(runId)?.stopping.abort('cancelled' satisfies StopReason),
    carries: (runId) => carried.has(runId) || coming.has(runId),
    ended: (runId) => carried.get(runId)?.done ?? Promise.resolve(),
    async stop() {
      isStopped = true
      const all = [...carried.values()]
      for (const { stopping } of all) stopping.abort('restarted' satisfies StopReason)
      await Promise.all(all.map(({ done }) => done))
      if (database) await releaseBatches(database, [services.instanceId])
    },
  }
}

/**
 * Throws `conflict` if a member has reached the maximum of background runs. Others who ask wait for the transaction.
 */
export async function requireRoom(
  tx: Tx,
  { teamId, memberId }: Pick<NewRun, 'teamId' | 'memberId'>,
  maxOpen: number,
): Promise<void> {
  await acquireLock(tx, `runs of ${memberId}`, 'exclusive')
  const open = await countOpenRuns(tx, teamId, memberId)
  if (open < maxOpen) return
  throw conflict(
    `You have ${open} runs in the background that have not ended, as many as a member may have (PURSER_RUNS_PER_MEMBER). Wait until one ends, or cancel one.`,
  )
}

/** Returns the processes that carry background runs, by what is open in the database. */
export const listRunningInstances = (db: Db): Promise<string[]> => selectRunningInstances(db)

/**
 * Ends the runs of these dead processes as stopped by a restart, and lets another process take over their batches.
 * Returns the number of runs ended.
 */
export const endAbandonedRuns = (db: Db, clock: Clock, dead: string[]): Promise<number> =>
  transaction(db, async (tx) => {
    await releaseBatches(tx, dead)
    return endRunsInTransaction(
      tx,
      { manner: 'background', instanceId: { in: dead } },
      { reason: 'restarted', at: clock.now() },
    )
  })

/** Minimum age of what is checked: newer runs and attempts are written before their process knows of them. */
const YOUNG_MS = 60_000
const MAX = 500

/**
 * Ends the open runs and attempts that this process has lost track of, so that no run stays open and no budget holds
 * anything for them. That happens only after a failure that nothing else could repair. Batches are taken over again
 * instead (see `resumeBatches`). Returns their number.
 */
export async function endForgottenRuns(
  db: Db,
  clock: Clock,
  { background, book, instanceId }: Pick<BackgroundServices, 'background' | 'book' | 'instanceId'>,
): Promise<number> {
  const before = new Date(clock.now().getTime() - YOUNG_MS)
  let ended = await endForgottenAttempts(db, clock, {
    instanceId,
    openedBefore: before,
    isUnderWay: (id) => book.underWay.has(id),
    endNeverSent: book.endNeverSent,
  })
  for (const { id, teamId } of await selectOpenRuns(db, instanceId, before, MAX)) {
    if (background.carries(id)) continue
    const note = 'Something went wrong on the server, and the run could not go on.'
    if (await endRun(db, teamId, id, { reason: 'problem', at: clock.now(), note })) ended++
  }
  return ended
}
