import type { z } from 'zod'
import { foldText, pageWithin } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers, type MemberView } from '@/lib/teams/teams'
import { type AlertView, alertKindSchema, type alertPart } from './schemas'
import { readAlertSettings } from './settings'
import { isSnoozed } from './snooze'
import {
  countSome,
  selectAlert,
  selectAlerts,
  selectAlertsById,
  selectOpenAlerts,
  selectOpenAlertsAbout,
  selectTitles,
} from './store'
import { attentionKindOf, listOverspentBudgets } from './urgency'

const MAX = 200
const ON_A_PAGE = 50

/** Returns the team's open alerts, at most 10,000, then those that are over, at most 200; both newest first. */
export async function listAlerts(ctx: TeamCtx): Promise<AlertView[]> {
  const [open, past] = await Promise.all([
    selectOpenAlerts(ctx.db, ctx.team.id),
    selectAlerts(ctx.db, ctx.team.id, { state: 'over' }, MAX),
  ])
  return viewsOf(ctx, [...open, ...past])
}

/** Returns the team's open alerts, all or those about one subject, at most 200; newest first. */
export const listOpenAlerts = async (ctx: TeamCtx, subjectId?: string): Promise<AlertView[]> =>
  viewsOf(ctx, await selectOpenAlertsAbout(ctx.db, ctx.team.id, subjectId, MAX))

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

/** Returns rows as people and programs see them. `known` holds the overspent budgets, if they were read already. */
export async function viewsOf(
  ctx: TeamCtx,
  rows: Awaited<ReturnType<typeof selectAlerts>>,
  known?: ReadonlySet<string>,
): Promise<AlertView[]> {
  const now = ctx.clock.now()
  const [settings, members, overspent] = await Promise.all([
    readAlertSettings(ctx.db, ctx.team.id, now),
    rows.some(({ assignedTo }) => assignedTo !== null) ? listMembers(ctx) : [],
    known ??
      listOverspentBudgets(
        ctx,
        rows.filter(({ recoveredAt }) => recoveredAt === null),
      ),
  ])
  return rows.map((row) => {
    const kind = alertKindSchema.parse(row.kind)
    const shownKind = row.recoveredAt === null ? attentionKindOf(row, overspent) : kind
    return {
      id: row.id,
      kind,
      shownKind,
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
      snoozedUntil: isSnoozed(row, now) ? row.snoozedUntil : null,
      assignedTo: memberOf(members, row.assignedTo),
    }
  })
}

function memberOf(members: readonly MemberView[], id: string | null): AlertView['assignedTo'] {
  const member = members.find((one) => one.id === id)
  return member ? { id: member.id, name: member.name } : null
}
