import type { z } from 'zod'
import { conflict, invalid, notFound, requireWriter } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { type AlertView, type acknowledgeAlertInput, alertKindSchema } from './schemas'
import { readAlertSettings } from './settings'
import { selectAlert, selectOpenAlerts, selectPastAlerts, updateAlertAcknowledged } from './store'

const MAX = 200
const ON_A_PAGE = 50

/** Returns all of the team's open alerts, then those that are over, at most 200; both newest first. */
export async function listAlerts(ctx: TeamCtx): Promise<AlertView[]> {
  const [open, past] = await Promise.all([
    selectOpenAlerts(ctx.db, ctx.team.id),
    selectPastAlerts(ctx.db, ctx.team.id, MAX),
  ])
  return viewsOf(ctx, [...open, ...past])
}

/** Returns all of the team's open alerts, newest first. */
export const listOpenAlerts = async (ctx: TeamCtx): Promise<AlertView[]> =>
  viewsOf(ctx, await selectOpenAlerts(ctx.db, ctx.team.id))

/** Returns fifty alerts that are over, newest first: the newest or, with `after`, those before that alert. */
export async function listPastAlerts(
  ctx: TeamCtx,
  after?: string,
): Promise<{ readonly alerts: AlertView[]; readonly hasMore: boolean }> {
  const from = after === undefined ? null : await selectAlert(ctx.db, ctx.team.id, after)
  const rows = await selectPastAlerts(ctx.db, ctx.team.id, ON_A_PAGE + 1, from)
  return { alerts: await viewsOf(ctx, rows.slice(0, ON_A_PAGE)), hasMore: rows.length > ON_A_PAGE }
}

async function viewsOf(
  ctx: TeamCtx,
  rows: Awaited<ReturnType<typeof selectPastAlerts>>,
): Promise<AlertView[]> {
  const settings = await readAlertSettings(ctx.db, ctx.team.id, ctx.clock.now())
  return rows.map((row) => {
    const kind = alertKindSchema.parse(row.kind)
    return {
      id: row.id,
      kind,
      subjectId: row.subjectId,
      subjectName: row.subjectName,
      title: row.title,
      detail: row.detail,
      path: row.path,
      firedAt: row.firedAt,
      recoveredAt: row.recoveredAt,
      acknowledgedBy: row.acknowledgedBy,
      acknowledgeReason: row.acknowledgeReason,
      mutedUntil: settings.mutedUntil(kind, row.subjectId),
    }
  })
}

/**
 * Acknowledges an alert. Outside spend needs a reason and ends with the acknowledgement: more of it is reported again.
 * Throws `not_found`, `invalid` if the reason is missing, or `conflict` if somebody has already acknowledged it.
 * Viewers cannot.
 */
export async function acknowledgeAlert(
  ctx: TeamCtx,
  { alertId, reason }: z.output<typeof acknowledgeAlertInput>,
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
    if ((await updateAlertAcknowledged(tx, ctx.team.id, alertId, by)) === 0)
      throw conflict('Someone handles this alert already. Reload to see who.')
    await appendAuditEntry(tx, ctx, {
      action: 'alert.acknowledge',
      subjectId: alertId,
      subjectName: alert.title,
      ...(reason !== '' && { detail: { reason } }),
    })
  })
}
