import { requireAdmin } from '@/lib/kernel'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { sumRollups } from '../sums/sum-rollups'
import { leftBefore, selectLastLeft, selectLeft } from './left-store'
import { leavesBefore } from './next-stretch'

/** The moment up to which details of calls were deleted, and when that was done. */
interface LeftUpTo {
  readonly before: Date
  readonly at: Date
}

/** Returns the moment up to which details of the team's calls were deleted; null if none were. */
export async function findLeft(ctx: TeamCtx): Promise<LeftUpTo | null> {
  const last = await selectLastLeft(ctx.db, ctx.team.id)
  return last && { before: leftBefore(last), at: last.doneAt ?? last.beganAt }
}

/**
 * Counts the calls whose details would be deleted at once if the team kept them for this many months; null keeps them
 * for ever. Reads only sums. Admins only.
 */
export async function measureOldCalls(ctx: TeamCtx, months: number | null): Promise<number> {
  requireAdmin(ctx, 'choose how long details of calls are kept')
  const before = leavesBefore(ctx, { months, chosenAt: ctx.clock.now() })
  if (before === null) return 0
  const bucket = { from: 0, to: quarterHourOf(before.now) }
  const [sums, left] = await Promise.all([sumRollups(ctx, [bucket], 'team'), selectLeft(ctx.db, ctx.team.id)])
  const all = sums.reduce((count, { pages, frees }) => count + pages + frees, 0)
  return Math.max(0, all - left.reduce((count, { entries }) => count + Number(entries), 0))
}
