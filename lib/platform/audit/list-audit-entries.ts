import { z } from 'zod'
import { type AuditAction, compareByName, invalid, requireAdmin } from '@/lib/kernel'
import { dayOfDate } from '@/lib/platform/calendar'
import { type CsvCell, csvHeader, csvLines } from '@/lib/platform/csv'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { searchTextInput } from '@/lib/platform/input'
import { appendAuditEntry, INSTALLATION_TEAM_ID } from './append-audit-entry'
import { type AuditFilter, selectAuditActors, selectAuditEntries, selectAuditEntriesAbout } from './store'

/** Number of entries on a page. */
export const ENTRIES_PER_PAGE = 100
const MAX_ACTORS = 500

const day = z.union([z.iso.date(), z.literal('')]).catch('')

/** Query of a URL; invalid parts are ignored. */
export const auditQuerySchema = z.object({
  text: searchTextInput(200).catch(''),
  actor: z.union([z.uuid(), z.literal('system'), z.literal('')]).catch(''),
  kind: z.union([z.stringFormat('kind', /^[a-z-]{1,20}$/), z.literal('')]).catch(''),
  from: day,
  to: day,
  before: z.union([z.uuid(), z.literal('')]).catch(''),
})
export type AuditQuery = z.output<typeof auditQuerySchema>

/** Returns what is wrong with a query's days, in words; null if nothing is. */
export const findAuditDaysProblem = ({ from, to }: Pick<AuditQuery, 'from' | 'to'>): string | null =>
  from !== '' && to !== '' && from > to ? 'The last day is before the first day.' : null

export interface AuditEntryView {
  readonly id: string
  readonly at: Date
  readonly actorName: string
  /** An `AuditAction`, or one of another version of Purser. */
  readonly action: string
  readonly subjectName: string
  readonly detail: string
  /** Its position in the team's chain; null while it is not sealed. */
  readonly place: number | null
}

/**
 * Returns a page of the team's entries that a query finds, newest first; with a limit of one more than a page, that one
 * says whether another page follows. Admins only.
 */
export async function listAuditEntries(
  ctx: TeamCtx,
  query: AuditQuery = auditQuerySchema.parse({}),
  limit = ENTRIES_PER_PAGE,
): Promise<AuditEntryView[]> {
  requireAdmin(ctx, 'read the audit log')
  return readEntries(ctx.db, ctx.team.id, filterOf(query, ctx.team), Math.min(limit, ENTRIES_PER_PAGE + 1))
}

/**
 * Returns a page of the installation's entries that a query finds, newest first, and one more if another page follows.
 * Days are those of a zone. Does not check roles.
 */
export const listInstallationEntries = (
  db: Db,
  query: AuditQuery,
  timeZone: string,
): Promise<AuditEntryView[]> =>
  readEntries(db, INSTALLATION_TEAM_ID, filterOf(query, { timeZone }), ENTRIES_PER_PAGE + 1)

async function readEntries(
  db: Db,
  teamId: string,
  filter: AuditFilter,
  limit: number,
): Promise<AuditEntryView[]> {
  const rows = await selectAuditEntries(db, teamId, filter, limit)
  return rows.map(({ id, at, actorName, action, subjectName, detail, place }) => ({
    id,
    at,
    actorName,
    action,
    subjectName,
    detail,
    place,
  }))
}

/** Returns the actors in the team's audit log, by name. Admins only. */
export async function listAuditActors(ctx: TeamCtx): Promise<{ id: string; name: string }[]> {
  requireAdmin(ctx, 'read the audit log')
  const rows = await selectAuditActors(ctx.db, ctx, MAX_ACTORS)
  return rows.map(({ actorId: id, actorName: name }) => ({ id, name })).sort(compareByName)
}

/** Builds the filter of a query. Days are those of the time zone. */
const filterOf = (query: AuditQuery, { timeZone }: { readonly timeZone: string }): AuditFilter => ({
  text: query.text,
  actorId: query.actor,
  kind: query.kind,
  from: dayOfDate(query.from, timeZone)?.startsAt ?? null,
  to: dayOfDate(query.to, timeZone)?.endsAt ?? null,
  before: query.before,
})

/** Returns what was done to these subjects since a given time, oldest first, for their pages. */
export async function listAuditEntriesAbout(
  ctx: TeamCtx,
  wanted: {
    readonly actions: readonly AuditAction[]
    readonly subjectIds: readonly string[]
    readonly since: Date
  },
): Promise<Pick<AuditEntryView, 'action' | 'at' | 'actorName' | 'detail'>[]> {
  const { actions, subjectIds, since } = wanted
  const rows = await selectAuditEntriesAbout(ctx.db, ctx.team.id, {
    actions: [...actions],
    subjectIds: [...subjectIds],
    since,
  })
  return rows.map(({ action, at, actorName, detail }) => ({ action, at, actorName, detail }))
}

const COLUMNS = ['time', 'who', 'member_id', 'what', 'on', 'on_id', 'detail', 'place', 'hash', 'id']
const AT_ONCE = 500

/** A file that is written as it is read. */
export interface AuditFile {
  readonly name: string
  readonly contentType: string
  readonly chunks: AsyncGenerator<string>
}

/**
 * Exports everything that a query finds in the team's audit log as CSV, newest first, and records the export. Throws
 * `invalid`. Admins only.
 */
export async function exportAudit(ctx: TeamCtx, query: AuditQuery): Promise<AuditFile> {
  requireAdmin(ctx, 'export the audit log')
  const problem = findAuditDaysProblem(query)
  if (problem !== null) throw invalid(`Nothing was exported. ${problem}`)
  await appendAuditEntry(ctx.db, ctx, {
    action: 'audit.export',
    subjectId: ctx.team.id,
    subjectName: ctx.team.name,
    detail: { text: query.text, actor: query.actor, kind: query.kind, from: query.from, to: query.to },
  })
  const day = ctx.clock.now().toISOString().slice(0, 10)
  return { name: `audit-${day}.csv`, contentType: 'text/csv; charset=utf-8', chunks: linesOf(ctx, query) }
}

async function* linesOf(ctx: TeamCtx, query: AuditQuery): AsyncGenerator<string> {
  yield csvHeader(COLUMNS)
  const filter = filterOf(query, ctx.team)
  for (let before = filter.before, isMore = true; isMore; ) {
    const rows = await selectAuditEntries(ctx.db, ctx.team.id, { ...filter, before }, AT_ONCE)
    if (rows.length > 0)
      yield csvLines(
        rows.map((row): CsvCell[] => [
          ...[{ plain: row.at.toISOString() }, row.actorName, row.actorId, row.action, row.subjectName],
          ...[row.subjectId, row.detail, row.place, row.hash && { plain: row.hash }, { plain: row.id }],
        ]),
      )
    before = rows.at(-1)?.id ?? before
    isMore = rows.length === AT_ONCE
  }
}
