import type { z } from 'zod'
import { notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import type { keepItemsInput } from './schemas'
import { lockTeam, selectTeam, updateItemsGone, updateKeepsItemsDays } from './store'

/** The time for which a team keeps items, and how far they were deleted by age since that was chosen. */
export interface ItemsAge {
  /** Null means for ever. */
  readonly days: number | null
  readonly goneUpTo: Date | null
  /** Time of that deletion. */
  readonly goneAt: Date | null
}

/** Returns how long the team keeps the items of its runs, and how far deletion has come. */
export async function readItemsAge(ctx: TeamCtx): Promise<ItemsAge> {
  const team = await selectTeam(ctx.db, ctx.team.id)
  if (!team) throw notFound('The team')
  return { days: team.keepsItemsDays, goneUpTo: team.itemsGoneUpTo, goneAt: team.itemsGoneAt }
}

/** Records that everything bought up to a moment was deleted because of its age. */
export const noteItemsGone = async (ctx: TeamCtx, upTo: Date): Promise<void> =>
  void (await updateItemsGone(ctx.db, ctx.team.id, upTo, ctx.clock.now()))

/** Returns how many days the team keeps the items of its runs; null for ever. */
export const keepsItemsDays = async (ctx: TeamCtx): Promise<number | null> => (await readItemsAge(ctx)).days

/** Sets how many days the team keeps the items of its runs. Admins only. */
export async function setKeepsItemsDays(
  ctx: TeamCtx,
  { days }: z.output<typeof keepItemsInput>,
): Promise<void> {
  requireAdmin(ctx, 'choose how long items are kept')
  await transaction(ctx.db, async (tx) => {
    await lockTeam(tx, ctx.team.id)
    const before = (await selectTeam(tx, ctx.team.id))?.keepsItemsDays ?? null
    if (before === days) return
    await updateKeepsItemsDays(tx, ctx.team.id, days)
    await appendAuditEntry(tx, ctx, {
      action: 'items.keep',
      subjectId: ctx.team.id,
      subjectName: ctx.team.name,
      detail: { from: inWords(before), to: inWords(days) },
    })
  })
}

const inWords = (days: number | null): string =>
  days === null ? 'for ever' : days === 1 ? '1 day' : `${days} days`
