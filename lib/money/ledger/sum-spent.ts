import type { Nano } from '@/lib/kernel'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { sumResolvedSince } from './resolution-store'
import { sumRollups } from './sum-rollups'

/** What the team, or one of its wallets, has spent since a moment on a quarter hour, lost calls that were charged too. */
export async function sumSpent(
  ctx: TeamCtx,
  filter: { readonly walletId?: string },
  since: Date,
): Promise<Nano> {
  const where = { teamId: ctx.team.id, ...filter }
  const quarterHours = { from: quarterHourOf(since), to: quarterHourOf(ctx.clock.now()) + 1 }
  const [settled, resolvedNano] = await Promise.all([
    sumRollups(ctx, [quarterHours], 'team', filter),
    sumResolvedSince(ctx.db, where, since),
  ])
  return settled.reduce((sum, { chargeNano }) => sum + chargeNano, resolvedNano)
}
