import { AppError, conflict, notFound, requireWriter } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { runRights } from '../core/may'
import { cancelRunRow, endRun, selectRun } from '../core/store'
import type { BackgroundServices } from './background-runs'

/**
 * Cancels a run in the background. Everyone who may see it and run searches may do so, since it spends the team's
 * credits. Bought pages are kept; a call under way is waited for and booked. Throws `conflict` if it has ended.
 */
export async function cancelRun(
  ctx: TeamCtx,
  { background, instanceId }: Pick<BackgroundServices, 'background' | 'instanceId'>,
  runId: string,
): Promise<void> {
  requireWriter(ctx, 'cancel runs')
  const run = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId)
  if (!run) throw notFound('The run')
  if (!runRights(ctx.actor, run).cancel) {
    throw new AppError('forbidden', 'Only the member who started it or an admin may cancel this run.')
  }
  const by = { at: ctx.clock.now(), byName: ctx.actor.name }
  await transaction(ctx.db, async (tx) => {
    if (!(await cancelRunRow(tx, ctx.team.id, runId, by))) {
      throw conflict('This run has ended already, or was cancelled.')
    }
    const subject = { subjectId: runId, subjectName: run.searchName }
    await appendAuditEntry(tx, ctx, { action: 'run.cancel', ...subject })
  })
  background.cancel(runId)
  // A run of this process that nothing drives any more would stay open.
  if (run.instanceId === instanceId && !background.carries(runId))
    await endRun(ctx.db, ctx.team.id, runId, { reason: 'cancelled', at: by.at })
}
