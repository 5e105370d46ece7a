import type { z } from 'zod'
import { notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import type { keepItemsInput } from './schemas'
import { lockTeam, selectTeam, updateKeepsItemsDays } from './store'

/** How many days the team keeps the items of its runs; null for ever. */
export async function keepsItemsDays(ctx: TeamCtx): Promise<number | null> {
  const team = await selectTeam(ctx.db, ctx.team.id)
  if (!team) throw notFound('The team')
  return team.keepsItemsDays
}

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
