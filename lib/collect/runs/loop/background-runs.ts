import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { Priority } from '@/lib/upstream/pacing'
import { endRun, endRunsOfOthers, type RunRow, selectStopped } from '../core/store'
import type { RunServices } from '../purchase/services'
import { driveRun, type Stop } from './drive-run'

/** The runs that this process carries on by itself. */
export interface BackgroundRuns {
  /** Carries a run on until it ends; answers at once. Before others of its key as its priority says. */
  begin(ctx: TeamCtx, run: RunRow, priority?: Priority): void
  /** Ends a run that was cancelled, at once where this process carries it on; another process sees it itself. */
  cancel(runId: string): void
  /** Resolves when a run that this process carries on has ended; at once for any other. */
  ended(runId: string): Promise<void>
  /** Ends all: they are cut. */
  stop(): Promise<void>
}

/** How often it is looked whether somebody has cancelled a run through another process. */
const LOOK_MS = 100

interface Carried {
  readonly stopping: AbortController
  readonly done: Promise<void>
}

interface Options {
  readonly services: RunServices
  readonly clock: Clock
  /** Whether runs may be cancelled through another process on the same database. */
  readonly isShared: boolean
  onError(error: unknown, runId: string): void
}

/** Makes the background of a process. What goes wrong with a run ends it, with a reason, and nothing else. */
export function createBackgroundRuns({ services, clock, isShared, onError }: Options): BackgroundRuns {
  const carried = new Map<string, Carried>()
  // A run outlives the request that began it, and must not keep what the server remembers of that.
  const outsideOfRequests = AsyncLocalStorage.snapshot()
  let isLooking = false

  /** Looks while there is something to look for, and then no more. */
  async function look(ctx: TeamCtx): Promise<void> {
    if (isLooking) return
    isLooking = true
    for (;;) {
      await clock.sleep(LOOK_MS)
      const ids = [...carried.keys()]
      if (ids.length === 0) break
      const stopped = await selectStopped(ctx.db, ids).catch((error: unknown) => {
        onError(error, ids[0] ?? '')
        return []
      })
      for (const id of stopped) carried.get(id)?.stopping.abort('cancelled' satisfies Stop)
    }
    isLooking = false
  }

  async function carry(ctx: TeamCtx, run: RunRow, priority: Priority, signal: AbortSignal): Promise<void> {
    try {
      await driveRun(ctx, services, { run, priority, signal })
    } catch (error) {
      onError(error, run.id)
      const note = 'Something went wrong on the server.'
      const end = { reason: 'problem', at: ctx.clock.now(), note } as const
      await endRun(ctx.db, ctx.team.id, run.id, end).catch((again: unknown) => onError(again, run.id))
    } finally {
      carried.delete(run.id)
    }
  }

  return {
    begin(ctx, run, priority = 'run') {
      const stopping = new AbortController()
      const done = outsideOfRequests(() => carry(ctx, run, priority, stopping.signal))
      carried.set(run.id, { stopping, done })
      if (isShared) void look(ctx)
    },
    cancel: (runId) => carried.get(runId)?.stopping.abort('cancelled' satisfies Stop),
    ended: (runId) => carried.get(runId)?.done ?? Promise.resolve(),
    async stop() {
      const all = [...carried.values()]
      for (const { stopping } of all) stopping.abort('restarted' satisfies Stop)
      await Promise.all(all.map(({ done }) => done))
    },
  }
}

/** Ends the runs that processes carried on which are not among the living any more: they are cut. Answers how many. */
export const endAbandonedRuns = (db: Db, clock: Clock, living: string[]): Promise<number> =>
  endRunsOfOthers(db, living, clock.now())
