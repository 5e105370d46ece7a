import type { z } from 'zod'
import { conflict, invalid, notFound, requireWriter } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import type { acknowledgeInput } from './schemas'
import { selectAlert, updateAcknowledged } from './store'

/**
 * Acknowledges an alert. Outside spend needs a reason and ends with the acknowledgement: more of it is reported again.
 * Throws `not_found`, `invalid` if the reason is missing, or `conflict` if somebody has already acknowledged it.
 * Viewers cannot.
 */
export async function acknowledgeAlert(
  ctx: TeamCtx,
  { alertId, reason }: z.output<typeof acknowledgeInput>,
): Promise<void> {
  requireWriter(ctx, 'acknowledge alerts')
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    const alert = await selectAlert(tx, ctx.team.id, alertId)
    if (!alert) throw notFound('The alert')
    const isIncident = alert.kind === 'outside_spend' && alert.recoveredAt === null
    if (isIncident && reason === '')
      throw invalid('The alert was not acknowledged.', {
        reason: 'Say what it was, such as “Key revoked” or “Bought by the other office”.',
      })
    const by = {
      acknowledgedAt: now,
      acknowledgedBy: ctx.actor.name,
      ...(reason !== '' && { acknowledgeReason: reason }),
      ...(isIncident && { recoveredAt: now, dedupeKey: `${alert.dedupeKey}|${alertId}` }),
    }
    if ((await updateAcknowledged(tx, ctx.team.id, alertId, by)) === 0)
      throw conflict('Somebody handles this alert already. Reload to see who.')
    await appendAuditEntry(tx, ctx, {
      action: 'alert.acknowledge',
      subjectId: alertId,
      subjectName: alert.title,
      ...(reason !== '' && { detail: { reason } }),
    })
  })
}
