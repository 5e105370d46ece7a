import { z } from 'zod'
import { byName, requireAdmin } from '@/lib/kernel'
import { dayOfDate } from '@/lib/platform/calendar'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { searchText } from '@/lib/platform/input'
import { INSTALLATION } from './append-audit-entry'
import { type AuditFilter, selectActors, selectAuditEntries } from './store'

/** Number of entries on a page. */
export const ENTRIES_PER_PAGE = 100
const MAX_ACTORS = 500

const day = z.union([z.iso.date(), z.literal('')]).catch('')

/** Query of a URL; invalid parts are ignored. */
export const auditQuery = z.object({
  text: searchText(200).catch(''),
  actor: z.union([z.uuid(), z.literal('system'), z.literal('')]).catch(''),
  kind: z.union([z.stringFormat('kind', /^[a-z-]{1,20}$/), z.literal('')]).catch(''),
  from: day,
  to: day,
  before: z.union([z.uuid(), z.literal('')]).catch(''),
})
export type AuditQuery = z.output<typeof auditQuery>

/** Returns what is wrong with a query's days, in words; null if nothing is. */
export const problemOfDays = ({ from, to }: Pick<AuditQuery, 'from' | 'to'>): string | null =>
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

/** Returns a page of the team's entries that a query finds, newest first. Admins only. */
export async function listAuditEntries(
  ctx: TeamCtx,
  query: AuditQuery = auditQuery.parse({}),
  most = ENTRIES_PER_PAGE,
): Promise<AuditEntryView[]> {
  requireAdmin(ctx, 'read the audit log')
  return readEntries(ctx.db, ctx.team.id, filterOf(query, ctx.team), Math.min(most, ENTRIES_PER_PAGE))
}

/**
 * Returns a page of the installation's entries that a query finds, newest first. Days are those of a zone. Does not
 * check roles.
 */
export const listInstallationEntries = (
  db: Db,
  query: AuditQuery,
  timeZone: string,
): Promise<AuditEntryView[]> => readEntries(db, INSTALLATION, filterOf(query, { timeZone }), ENTRIES_PER_PAGE)

async function readEntries(
  db: Db,
  teamId: string,
  filter: AuditFilter,
  most: number,
): Promise<AuditEntryView[]> {
  const rows = await selectAuditEntries(db, teamId, filter, most)
  return rows.map(({ id, at, actorName, action, subjectName, detail, place }) => ({
    ...{ id, at, actorName, action, subjectName, detail, place },
  }))
}

/** Returns the actors in the team's audit log, by name. Admins only. */
export async function listAuditActors(ctx: TeamCtx): Promise<{ id: string; name: string }[]> {
  requireAdmin(ctx, 'read the audit log')
  const rows = await selectActors(ctx.db, ctx, MAX_ACTORS)
  return rows.map(({ actorId: id, actorName: name }) => ({ id, name })).sort(byName)
}

/** Builds the filter of a query. Days are those of the time zone. */
export const filterOf = (query: AuditQuery, { timeZone }: { readonly timeZone: string }): AuditFilter => ({
  text: query.text,
  actorId: query.actor,
  kind: query.kind,
  from: dayOfDate(query.from, timeZone)?.startsAt ?? null,
  to: dayOfDate(query.to, timeZone)?.endsAt ?? null,
  before: query.before,
})
