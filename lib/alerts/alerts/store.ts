import { newId } from '@/lib/kernel'
import { type Db, parseMoment, type StoredMoment, type Tx, teamCondition } from '@/lib/platform/db'
import { latestEndOfSnooze } from './snooze'

/** The only file that names Alert and AlertSetting. */

export interface NewAlert {
  readonly teamId: string
  readonly kind: string
  readonly subjectId: string
  readonly subjectName: string
  readonly dedupeKey: string
  readonly title: string
  readonly detail: string
  readonly data: string
  readonly path: string
  readonly firedAt: Date
}

/** Writes an alert unless one with its key exists. Returns its id, or null. */
export async function insertAlert(tx: Tx, row: NewAlert): Promise<string | null> {
  const id = newId()
  const count = await tx.$executeRaw`
    INSERT INTO "Alert" ("id", "teamId", "kind", "subjectId", "subjectName", "dedupeKey", "title", "detail", "data",
      "path", "firedAt")
    VALUES (${id}, ${row.teamId}, ${row.kind}, ${row.subjectId}, ${row.subjectName}, ${row.dedupeKey}, ${row.title},
      ${row.detail}, ${row.data}, ${row.path}, ${row.firedAt})
    ON CONFLICT ("teamId", "dedupeKey") DO NOTHING`
  return count === 1 ? id : null
}

/** Maximum number of open alerts that are read at once, the newest. The others stay as they are until fewer are open. */
const MAX_OPEN = 10_000

/** Returns the newest open alerts, all or those of a kind. */
export const selectOpenAlerts = (db: Db | Tx, teamId: string, kind?: string) =>
  db.alert.findMany({
    where: { teamId, recoveredAt: null, ...(kind !== undefined && { kind }) },
    orderBy: { firedAt: 'desc' },
    take: MAX_OPEN,
  })

/** Returns the open alerts that nobody has acknowledged or snoozed, with what says where to go, the newest first. */
export const selectUnacknowledgedAlerts = (db: Db, teamId: string, now: Date) =>
  db.alert.findMany({
    where: {
      teamId,
      recoveredAt: null,
      acknowledgedAt: null,
      OR: [
        { snoozedUntil: null },
        { snoozedUntil: { lte: now } },
        { snoozedUntil: { gt: latestEndOfSnooze(now) } },
      ],
    },
    orderBy: { firedAt: 'desc' },
    select: { path: true, subjectName: true, ...RANKED },
    take: MAX_OPEN,
  })

const RANKED = {
  kind: true,
  subjectId: true,
  title: true,
  dedupeKey: true,
  firedAt: true,
  acknowledgedAt: true,
} as const

/** The part of an open alert by which it is ranked, grouped and found. */
export type InboxRow = Awaited<ReturnType<typeof selectInboxRows>>[number]

/** Returns open alerts, the newest first, without their long texts. */
export const selectInboxRows = (db: Db, teamId: string) =>
  db.alert.findMany({
    where: { teamId, recoveredAt: null },
    orderBy: { firedAt: 'desc' },
    select: { id: true, subjectName: true, snoozedUntil: true, assignedTo: true, ...RANKED },
    take: MAX_OPEN,
  })

/** Returns the newest open alerts, all or those about one subject. */
export const selectOpenAlertsAbout = (db: Db, teamId: string, subjectId: string | undefined, limit: number) =>
  db.alert.findMany({
    where: { teamId, recoveredAt: null, ...(subjectId !== undefined && { subjectId }) },
    orderBy: { firedAt: 'desc' },
    take: limit,
  })

/** A part of a team's alerts: all, or those of a kind, in a state, or after an alert in the order. */
interface AlertSelection {
  readonly kind?: string | undefined
  readonly state?: 'open' | 'over' | 'unanswered' | undefined
  /** True for the oldest first. */
  readonly isUp?: boolean
  readonly from?: { readonly id: string; readonly firedAt: Date } | null
}

const IN_STATE = {
  open: { recoveredAt: null },
  over: { recoveredAt: { not: null } },
  unanswered: { acknowledgedAt: null },
} as const

const selected = (teamId: string, { kind, state }: AlertSelection) => ({
  teamId,
  ...(kind && { kind }),
  ...(state && IN_STATE[state]),
})

/** Returns alerts of a part in its order, the newest first unless it says otherwise. */
export const selectAlerts = (db: Db, teamId: string, part: AlertSelection, limit: number) => {
  const { isUp = false, from } = part
  const order = isUp ? 'asc' : 'desc'
  return db.alert.findMany({
    where: {
      ...selected(teamId, part),
      ...(from && {
        firedAt: isUp ? { gte: from.firedAt } : { lte: from.firedAt },
        NOT: { firedAt: from.firedAt, id: isUp ? { lte: from.id } : { gte: from.id } },
      }),
    },
    orderBy: [{ firedAt: order }, { id: order }],
    take: limit,
  })
}

/** Returns the ids and titles of alerts of a part, in its order. */
export const selectTitles = (db: Db, teamId: string, part: AlertSelection, limit: number) => {
  const order = part.isUp ? 'asc' : 'desc'
  return db.alert.findMany({
    where: selected(teamId, part),
    select: { id: true, title: true },
    orderBy: [{ firedAt: order }, { id: order }],
    take: limit,
  })
}

export const selectAlertsById = (db: Db, teamId: string, ids: readonly string[]) =>
  db.alert.findMany({ where: { ...teamCondition(teamId), id: { in: [...ids] } } })

/** Counts alerts of a part, `max` at most, in the order of an index and not of their ids. */
export const countSome = (db: Db, teamId: string, part: AlertSelection, max: number): Promise<number> =>
  db.alert.count({ where: selected(teamId, part), orderBy: { firedAt: 'desc' }, take: max })

/** Maximum number of past incidents that are considered; older ones say nothing about what is found now. */
const MAX_ACKNOWLEDGED = 100

interface OutsideSpendRow {
  readonly subjectId: string
  readonly dedupeKey: string
  readonly data: string
  readonly firedAt: StoredMoment
  readonly acknowledgedAt: StoredMoment | null
}

/**
 * Returns open alerts of outside spend, and the latest acknowledged ones. Without a reason only an alert that had ended
 * was acknowledged, as while its kind was off, and that says nothing about the spend.
 */
export async function selectOutsideSpendAlerts(db: Db, teamId: string) {
  const rows = await db.$queryRaw<OutsideSpendRow[]>`
    SELECT "subjectId", "dedupeKey", "data", "firedAt", "acknowledgedAt" FROM "Alert"
    WHERE "teamId" = ${teamId} AND "kind" = 'outside_spend' AND "recoveredAt" IS NULL
    UNION ALL SELECT * FROM (
      SELECT "subjectId", "dedupeKey", "data", "firedAt", "acknowledgedAt" FROM "Alert"
      WHERE "teamId" = ${teamId} AND "kind" = 'outside_spend' AND "recoveredAt" IS NOT NULL
        AND "acknowledgedAt" IS NOT NULL AND "acknowledgeReason" IS NOT NULL
      ORDER BY "firedAt" DESC LIMIT ${MAX_ACKNOWLEDGED}
    ) a`
  return rows.map(({ firedAt, acknowledgedAt, ...row }) => ({
    ...row,
    firedAt: parseMoment(firedAt),
    acknowledgedAt: acknowledgedAt === null ? null : parseMoment(acknowledgedAt),
  }))
}

/** Returns the titles of these alerts, by id. */
export const selectAlertTitles = async (
  db: Db,
  teamId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.alert.findMany({
    where: { ...teamCondition(teamId), id: { in: [...ids] } },
    select: { id: true, title: true },
  })
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export const selectAlert = (tx: Db | Tx, teamId: string, id: string) =>
  tx.alert.findFirst({ where: { teamId, id } })

/** Returns whether there was ever an alert of a kind about a subject. */
export const hasAlertAbout = async (
  tx: Tx,
  teamId: string,
  kind: string,
  subjectId: string,
): Promise<boolean> =>
  (await tx.alert.findFirst({ where: { teamId, kind, subjectId }, select: { id: true } })) !== null

/** Updates the text of an open alert to the current state. Sends nothing. */
export const updateAlertText = (
  tx: Tx,
  teamId: string,
  id: string,
  text: Pick<NewAlert, 'title' | 'detail' | 'data' | 'path'>,
) => tx.alert.updateMany({ where: { id, teamId, recoveredAt: null }, data: text })

/** Ends an open alert, optionally with a text that says why. Returns whether it was open. */
export const endAlert = async (
  tx: Tx,
  teamId: string,
  id: string,
  end: { recoveredAt: Date; dedupeKey: string; title?: string; detail?: string },
): Promise<boolean> =>
  (await tx.alert.updateMany({ where: { id, teamId, recoveredAt: null }, data: end })).count === 1

export const updateAlertAcknowledged = async (
  tx: Tx,
  teamId: string,
  id: string,
  by: {
    acknowledgedAt: Date
    acknowledgedBy: string
    acknowledgeReason?: string
    recoveredAt?: Date
    dedupeKey?: string
  },
): Promise<number> =>
  (await tx.alert.updateMany({ where: { id, teamId, acknowledgedAt: null }, data: by })).count

/**
 * Takes the acknowledgement of an alert at a moment back, unless a reason was given. Returns whether there was one.
 */
export const updateAlertUnacknowledged = async (
  tx: Tx,
  teamId: string,
  id: string,
  acknowledgedAt: Date,
): Promise<boolean> =>
  (
    await tx.alert.updateMany({
      where: { id, teamId, acknowledgedAt, acknowledgeReason: null },
      data: { acknowledgedAt: null, acknowledgedBy: null },
    })
  ).count === 1

/** Snoozes or assigns an open alert, if it is still as `from` says. Returns whether it was. */
export const updateOpenAlert = async (
  tx: Tx,
  teamId: string,
  id: string,
  data: { snoozedUntil: Date | null; snoozedData: string | null } | { assignedTo: string | null },
  from: { snoozedUntil?: Date | null; assignedTo?: string | null } = {},
): Promise<boolean> =>
  (await tx.alert.updateMany({ where: { id, teamId, recoveredAt: null, ...from }, data })).count === 1

/** Leaves the open alerts of a member to nobody. */
export const clearAssignee = (db: Db, teamId: string, memberId: string) =>
  db.alert.updateMany({
    where: { teamId, recoveredAt: null, assignedTo: memberId },
    data: { assignedTo: null },
  })

export const selectAlertRow = (db: Db | Tx, teamId: string, id: string) =>
  db.alert.findFirst({ where: { id, teamId } })

export const selectAlertSettings = (db: Db | Tx, teamId: string) =>
  db.alertSetting.findMany({ where: { teamId } })

/** Writes a team's setting for a kind, or for one of its subjects; what is not given stays. */
export async function putAlertSetting(
  tx: Tx,
  key: { teamId: string; kind: string; subjectId: string },
  change: { enabled?: boolean; parameters?: string; mutedUntil?: Date | null },
  by: { changedBy: string; changedAt: Date },
): Promise<void> {
  await tx.alertSetting.upsert({
    where: { teamId_kind_subjectId: key },
    create: { ...key, enabled: true, parameters: '{}', ...change, ...by },
    update: { ...change, ...by },
  })
}
