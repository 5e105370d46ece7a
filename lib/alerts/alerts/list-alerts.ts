import type { z } from 'zod'
import {
  changeEach,
  conflict,
  foldText,
  invalid,
  type ManyChanged,
  notFound,
  pageWithin,
  requireWriter,
} from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import {
  type AlertView,
  type acknowledgeAlertInput,
  alertKindSchema,
  type alertPart,
  type manyAlertsInput,
} from './schemas'
import { readAlertSettings } from './settings'
import {
  countSome,
  selectAlert,
  selectAlerts,
  selectAlertsById,
  selectOpenAlerts,
  selectTitles,
  updateAlertAcknowledged,
} from './store'

const MAX = 200
const ON_A_PAGE = 50

/** Returns all of the team's open alerts, then those that are over, at most 200; both newest first. */
export async function listAlerts(ctx: TeamCtx): Promise<AlertView[]> {
  const [open, past] = await Promise.all([
    selectOpenAlerts(ctx.db, ctx.team.id),
    selectAlerts(ctx.db, ctx.team.id, { state: 'over' }, MAX),
  ])
  return viewsOf(ctx, [...open, ...past])
}

/** Returns all of the team's open alerts, newest first. */
export const listOpenAlerts = async (ctx: TeamCtx): Promise<AlertView[]> =>
  viewsOf(ctx, await selectOpenAlerts(ctx.db, ctx.team.id))

/** A page of a list of alerts. */
interface AlertsPage {
  readonly alerts: readonly AlertView[]
  /** Alerts before and after which the pages around it are; null if there is none. */
  readonly previous: string | null
  readonly next: string | null
}

type AlertPart = z.output<typeof alertPart>

/** Returns fifty alerts of a part. A position that is gone leads to the first page. */
export async function listAlertPage(ctx: TeamCtx, part: AlertPart): Promise<AlertsPage> {
  if (part.text !== '') return pageOfTitled(ctx, part)
  const isBackwards = part.after === undefined && part.before !== undefined
  const asked = part.after ?? part.before
  const from = asked === undefined ? null : await selectAlert(ctx.db, ctx.team.id, asked)
  if (isBackwards && !from) return listAlertPage(ctx, { ...part, before: undefined })
  const isUp = (part.sort === 'from') !== isBackwards
  const rows = await selectAlerts(ctx.db, ctx.team.id, { ...part, isUp, from }, ON_A_PAGE + 1)
  if (isBackwards && rows.length < ON_A_PAGE) return listAlertPage(ctx, { ...part, before: undefined })
  const isFull = rows.length > ON_A_PAGE
  const shown = isBackwards ? rows.slice(0, ON_A_PAGE).reverse() : rows.slice(0, ON_A_PAGE)
  return {
    alerts: await viewsOf(ctx, shown),
    previous: (isBackwards ? isFull : from !== null) ? (shown[0]?.id ?? null) : null,
    next: isBackwards || isFull ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Number of alerts whose titles are searched, and up to which they are counted. */
const MAX_COUNTED = 10_000

/** Returns a page of the alerts whose title contains a text, among the first of the part. */
async function pageOfTitled(ctx: TeamCtx, part: AlertPart): Promise<AlertsPage> {
  const all = await listTitled(ctx, part)
  const page = pageWithin(all, ON_A_PAGE, part) ?? pageWithin(all, ON_A_PAGE, {})
  const { ids = [], previous = null, next = null } = page ?? {}
  const rows = await selectAlertsById(ctx.db, ctx.team.id, ids)
  const shown = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return { alerts: await viewsOf(ctx, shown), previous, next }
}

async function listTitled({ db, team }: TeamCtx, part: AlertPart): Promise<string[]> {
  const text = foldText(part.text)
  const isUp = part.sort === 'from'
  const titled = await selectTitles(db, team.id, { ...part, isUp }, MAX_COUNTED)
  return titled.flatMap(({ id, title }) => (foldText(title).includes(text) ? id : []))
}

/** Counts the team's alerts, and those that fit a part; 10,001 for more than ten thousand. */
export async function countAlerts(ctx: TeamCtx, part: AlertPart) {
  const count = (of: Pick<AlertPart, 'kind' | 'state'>) => countSome(ctx.db, ctx.team.id, of, MAX_COUNTED + 1)
  const [all, found] = await Promise.all([
    count({}),
    part.text === '' ? count(part) : listTitled(ctx, part).then(({ length }) => length),
  ])
  return { all, found }
}

async function viewsOf(ctx: TeamCtx, rows: Awaited<ReturnType<typeof selectAlerts>>): Promise<AlertView[]> {
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

/** Acknowledges alerts, each on its own. Open outside spend is refused, since it needs a reason. Viewers cannot. */
export async function acknowledgeAlerts(
  ctx: TeamCtx,
  { ids }: z.output<typeof manyAlertsInput>,
): Promise<ManyChanged> {
  requireWriter(ctx, 'acknowledge alerts')
  return changeEach(ids, (alertId) => acknowledgeAlert(ctx, { alertId, reason: '' }))
}
