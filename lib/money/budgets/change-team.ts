import type { z } from 'zod'
import { requireAdmin } from '@/lib/kernel'
import { lock, type TeamCtx, transaction } from '@/lib/platform/db'
import { timeZoneNow, updateTeam, type updateTeamInput } from '@/lib/teams/teams'
import { budgetLock } from './lock-name'
import { type AheadCounts, countAhead, recountBudgets, withCounts, zonedBudgets } from './recount'

/**
 * Renames the team or moves it to another time zone; its address stays. A new time zone has other days, so all budgets
 * are recounted: their history in advance, without a lock, and what was added since in the same transaction. Admins
 * only.
 */
export async function changeTeam(ctx: TeamCtx, input: z.output<typeof updateTeamInput>): Promise<void> {
  requireAdmin(ctx, 'change the team')
  const { db, team, clock } = ctx
  const count = async (): Promise<AheadCounts> =>
    input.timeZone === (await timeZoneNow(db, team.id))
      ? new Map()
      : countAhead(db, await zonedBudgets(db, team.id), clock.now(), input.timeZone)
  await withCounts(count, (counts) =>
    transaction(db, async (tx) => {
      // Locked before the zone is read, so that another change of the zone or a new budget waits here.
      await lock(tx, budgetLock(team.id), 'exclusive')
      // Read again, because another admin may have changed the zone since the context was created.
      const before = await timeZoneNow(tx, team.id)
      await updateTeam(tx, ctx, input)
      if (input.timeZone !== before) await recountBudgets(tx, team.id, clock.now(), input.timeZone, counts)
    }),
  )
}
