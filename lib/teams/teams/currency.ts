import { requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { selectTeam, updateCurrency } from './store'

/** Returns the currency in which the team pays for credits; null until it is entered. */
export const readCurrency = async ({ db, team }: TeamCtx): Promise<string | null> =>
  (await selectTeam(db, team.id))?.currency ?? null

/** Sets the currency. Setting the same again is no change. Admins only. */
export async function setTeamCurrency(ctx: TeamCtx, currency: string): Promise<void> {
  requireAdmin(ctx, 'choose the currency')
  await transaction(ctx.db, async (tx) => {
    const before = await selectTeam(tx, ctx.team.id)
    if (before?.currency === currency) return
    await updateCurrency(tx, ctx.team.id, currency)
    await appendAuditEntry(tx, ctx, {
      action: 'cost.currency',
      subjectId: ctx.team.id,
      subjectName: ctx.team.name,
      detail: { currency: { from: before?.currency ?? null, to: currency } },
    })
  })
}
