import { requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { selectTeam, updateStepsHidden } from './store'

/** Returns whether an admin has hidden the list of next steps. */
export const areStepsHidden = async ({ db, team }: TeamCtx): Promise<boolean> =>
  ((await selectTeam(db, team.id))?.stepsHiddenAt ?? null) !== null

/** Hides the list of next steps for the whole team. Admins only. */
export async function hideNextSteps(ctx: TeamCtx): Promise<void> {
  requireAdmin(ctx, 'hide the next steps')
  await transaction(ctx.db, async (tx) => {
    await updateStepsHidden(tx, ctx.team.id, ctx.clock.now())
    await appendAuditEntry(tx, ctx, {
      action: 'team.hide-steps',
      subjectId: ctx.team.id,
      subjectName: ctx.team.name,
    })
  })
}
