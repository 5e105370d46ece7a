import type { Nano } from '@/lib/kernel'
import { sumSpent } from '@/lib/money/ledger'
import { type Period, periodOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** Returns what the team, or one of its wallets, has spent in the current period, as a budget counts it. */
export const spentInPeriod = (
  ctx: TeamCtx,
  period: Period,
  filter: { readonly walletId?: string },
): Promise<Nano> => sumSpent(ctx, filter, periodOf(ctx.clock.now(), period, ctx.team.timeZone).startsAt)
