import type { Clock } from '@/lib/kernel'
import { type BudgetStop, findBeyond, stopsInForce } from '@/lib/money/budgets'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { withoutRequest } from '@/lib/platform/process'

/** The tries of a process that are on the ledger and wait for their key's slot. */
export interface WaitingTries {
  /**
   * Calls `leave` when a budget that was created or lowered meanwhile has no room for the try. Returns a function that
   * ends the watch once the try no longer waits.
   */
  add(ctx: TeamCtx, attemptId: string, leave: (stop: BudgetStop) => void): () => void
}

/** Interval of checks, so that a budget that stops does so within five seconds, even for waiting calls. */
const LOOK_MS = 2000
const MAX_TEAMS = 1000

interface WaitingOfTeam {
  readonly ctx: TeamCtx
  readonly tries: Map<string, (stop: BudgetStop) => void>
}

/** Creates the watch of a process. It reads the team's budgets every two seconds while any try waits. */
export function createWaitingTries(clock: Clock): WaitingTries {
  const teams = new Map<string, WaitingOfTeam>()
  // Tries that open later open against these budgets or newer ones.
  const latest = createCache<string>({ most: MAX_TEAMS })

  async function watch({ ctx, tries }: WaitingOfTeam): Promise<void> {
    let before: string | null = null
    let told: ReadonlyMap<string, BudgetStop> = new Map()
    for (;;) {
      await clock.sleep(LOOK_MS)
      if (tries.size === 0) break
      try {
        const now = await stopsInForce(ctx)
        if (now === latest.get(ctx.team.id)) continue
        const beyond = now === '' ? [] : await findBeyond(ctx, [...tries.keys()], told)
        // Checked once more at the next look, because a try may just be opening against what was in force before.
        if (now === before) latest.set(ctx.team.id, now)
        before = now
        // A try that was sent meanwhile is not stopped, and makes no room.
        told = new Map([...beyond].filter(([attemptId]) => told.has(attemptId) || tries.has(attemptId)))
        for (const [attemptId, stop] of told) tries.get(attemptId)?.(stop)
      } catch {
        // If the database does not answer, nothing is known against them.
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
