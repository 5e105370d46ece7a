import type { Clock } from '@/lib/kernel'
import { findUsableKey, type UpstreamAccess } from '@/lib/keys/keys'
import { type BudgetStopError, describeStoppingBudgets, findCallsOverBudget } from '@/lib/money/budgets'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { withoutRequest } from '@/lib/platform/process'
import { mayStillRun } from '@/lib/teams/teams'
import { isTokenPermitted } from '@/lib/teams/tokens'
import type { TeamUpstream } from '@/lib/upstream/providers'
import { createContinuationStore, type KeptPlaces } from '../core/continuation'
import { wrapDeclaredDeadError } from './not-living'
import { type AnswerMemory, createAnswerMemory, createPageMemory, type PageMemory } from './page-memory'
import { createPurchaseWriter, type PurchaseWriter } from './purchase-writer'

/**
 * The services, besides the context, that buying a page needs: the upstream by the team's provider, and the book in
 * which purchases are written.
 */
export interface CallServices extends UpstreamAccess {
  readonly book: PurchaseWriter
  readonly waiting: WaitingAttempts
}

/** The services, besides the context, that a run needs: those of its calls, and this process's state. */
export interface RunServices extends CallServices {
  /** Written on each attempt, so that the attempts of a dead process are found. */
  readonly instanceId: string
  readonly memory: PageMemory
  readonly answers: AnswerMemory
  readonly places: KeptPlaces
  readonly guard: RunGuard
}

/** Creates what the runs of one process share. For `requireLiving` see `createPurchaseWriter`. */
export const createRunServices = (
  access: UpstreamAccess,
  instanceId: string,
  clock: Clock,
  requireLiving?: () => Promise<void>,
): RunServices => ({
  ...access,
  instanceId,
  book: createPurchaseWriter(instanceId, clock, requireLiving && wrapDeclaredDeadError(requireLiving)),
  waiting: createWaitingTries(clock),
  memory: createPageMemory(clock),
  answers: createAnswerMemory(clock),
  places: createContinuationStore(clock),
  guard: createRunGuard(clock),
})

/** The state of a run's key, provider and member. */
interface GuardFindings {
  readonly key: Awaited<ReturnType<typeof findUsableKey>>
  readonly upstream: TeamUpstream
  readonly may: boolean
}

/** Time for which a check serves other runs of the same key and member. */
const SHARED_MS = 1000
const MAX = 1000

/** Checks runs' keys, providers and members. Runs of the same key and member share a check for a short time. */
export interface RunGuard {
  check(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<GuardFindings>
}

/** Creates the checks of a process. */
function createRunGuard(clock: Clock): RunGuard {
  const latest = createCache<Promise<GuardFindings>>({
    max: MAX,
    life: { ms: SHARED_MS, now: () => clock.monotonic() },
  })
  return {
    check(ctx, access, keyId) {
      const name = [ctx.team.id, keyId, ctx.actor.memberId].join()
      const known = latest.get(name)
      if (known) return known
      const found = checkNow(ctx, access, keyId)
      latest.set(name, found)
      found.catch(() => latest.delete(name))
      return found
    },
  }
}

async function checkNow(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<GuardFindings> {
  const [key, upstream, may] = await Promise.all([
    findUsableKey(ctx, keyId),
    access.upstreams.for(ctx),
    ctx.actor.tokenId === undefined ? mayStillRun(ctx) : isTokenPermitted(ctx, 'runs:write'),
  ])
  return { key, upstream, may }
}

/** The tries of a process that are on the ledger and wait for their key's slot. */
export interface WaitingAttempts {
  /**
   * Calls `leave` when a budget that was created or lowered meanwhile has no room for the try. Returns a function that
   * ends the watch once the try no longer waits.
   */
  add(ctx: TeamCtx, attemptId: string, leave: (stop: BudgetStopError) => void): () => void
}

/** Interval of checks, so that a budget that stops does so within five seconds, even for waiting calls. */
const LOOK_MS = 2000
const MAX_TEAMS = 1000

interface WaitingOfTeam {
  readonly ctx: TeamCtx
  readonly tries: Map<string, (stop: BudgetStopError) => void>
}

/** Creates the watch of a process. It reads the team's budgets every two seconds while any try waits. */
function createWaitingTries(clock: Clock): WaitingAttempts {
  const teams = new Map<string, WaitingOfTeam>()
  // Tries that open later open against these budgets or newer ones.
  const latest = createCache<string>({ max: MAX_TEAMS })

  async function watch({ ctx, tries }: WaitingOfTeam): Promise<void> {
    let before: string | null = null
    let announcedStops: ReadonlyMap<string, BudgetStopError> = new Map()
    for (;;) {
      await clock.sleep(LOOK_MS)
      if (tries.size === 0) break
      try {
        const now = await describeStoppingBudgets(ctx)
        if (now === latest.get(ctx.team.id)) continue
        const beyond = now === '' ? [] : await findCallsOverBudget(ctx, [...tries.keys()], announcedStops)
        // Checks again next time: a try may be opening right now under the previous budgets.
        if (now === before) latest.set(ctx.team.id, now)
        before = now
        // A try that was sent meanwhile is not stopped, and makes no room.
        announcedStops = new Map(
          [...beyond].filter(([attemptId]) => announcedStops.has(attemptId) || tries.has(attemptId)),
        )
        for (const [attemptId, stop] of announcedStops) tries.get(attemptId)?.(stop)
      } catch {
        // Stops nobody while the database does not answer.
      }
    }
    teams.delete(ctx.team.id)
  }

  return {
    add(ctx, attemptId, leave) {
      const known = teams.get(ctx.team.id)
      const team = known ?? { ctx, tries: new Map() }
      team.tries.set(attemptId, leave)
      if (!known) {
        teams.set(ctx.team.id, team)
        void withoutRequest(() => watch(team))
      }
      return () => void team.tries.delete(attemptId)
    },
  }
}
