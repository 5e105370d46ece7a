import { z } from 'zod'
import { conflict, notFound, requireWriter } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { selectChannels } from './delivery/channel-store'
import { selectDeliveries } from './delivery/delivery-store'
import { type AlertView, alertKind } from './schemas'
import { readAlertSettings } from './settings'
import {
  countUnseen,
  selectAlert,
  selectAlertTitles,
  selectOpenAlerts,
  selectPastAlerts,
  updateAcknowledged,
} from './store'

const MOST = 200

/** All of the team's open alerts, then those that are over, 200 of them at most; both newest first. */
export async function listAlerts(ctx: TeamCtx): Promise<AlertView[]> {
  const [open, past, settings] = await Promise.all([
    selectOpenAlerts(ctx.db, ctx.team.id),
    selectPastAlerts(ctx.db, ctx.team.id, MOST),
    readAlertSettings(ctx.db, ctx.team.id, ctx.clock.now()),
  ])
  return [...open, ...past].map((row) => {
    const kind = alertKind.parse(row.kind)
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
      mutedUntil: settings.mutedUntil(kind, row.subjectId),
    }
  })
}

/** How many open alerts nobody has acknowledged. */
export const countAlerts = (ctx: TeamCtx): Promise<number> => countUnseen(ctx.db, ctx.team.id)

/** Acknowledges an alert. Throws `not_found`, or `conflict` if somebody has already. Viewers cannot. */
export async function acknowledgeAlert(ctx: TeamCtx, alertId: string): Promise<void> {
  requireWriter(ctx, 'acknowledge alerts')
  const by = { acknowledgedAt: ctx.clock.now(), acknowledgedBy: ctx.actor.name }
  await transaction(ctx.db, async (tx) => {
    const alert = await selectAlert(tx, ctx.team.id, alertId)
    if (!alert) throw notFound('The alert')
    if ((await updateAcknowledged(tx, ctx.team.id, alertId, by)) === 0)
      throw conflict('Somebody handles this alert already. Reload to see who.')
    await appendAuditEntry(tx, ctx, {
      action: 'alert.acknowledge',
      subjectId: alertId,
      subjectName: alert.title,
    })
  })
}

const state = z.enum(['waiting', 'sent', 'failed'])
const event = z.enum(['fired', 'recovered', 'test'])

export interface DeliveryView {
  readonly id: string
  readonly channelName: string
  readonly alertTitle: string | null
  readonly event: z.output<typeof event>
  readonly state: z.output<typeof state>
  readonly tries: number
  readonly lastProblem: string | null
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly nextTryAt: Date | null
}

/** Sent and failed messages, newest first, 200 at most. */
export async function listDeliveries(ctx: TeamCtx): Promise<DeliveryView[]> {
  const [rows, channels] = await Promise.all([
    selectDeliveries(ctx.db, ctx.team.id, MOST),
    selectChannels(ctx.db, ctx.team.id),
  ])
  const about = new Set(rows.flatMap(({ alertId }) => alertId ?? []))
  const titles = await selectAlertTitles(ctx.db, ctx.team.id, [...about])
  return rows.map((row) => ({
    id: row.id,
    channelName: channels.find(({ id }) => id === row.channelId)?.name ?? 'a deleted channel',
    alertTitle: (row.alertId !== null && titles.get(row.alertId)) || null,
    event: event.parse(row.event),
    state: state.parse(row.state),
    tries: row.tries,
    lastProblem: row.lastProblem,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    nextTryAt: row.nextTryAt,
  }))
}
