import { invalid, requireAdmin } from '@/lib/kernel'
import { type Cell, csvHead, csvLines } from '@/lib/platform/csv'
import type { TeamCtx } from '@/lib/platform/db'
import { appendAuditEntry } from './append-audit-entry'
import { type AuditQuery, filterOf, problemOfDays } from './list-audit-entries'
import { selectAuditEntries } from './store'

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
  const problem = problemOfDays(query)
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
  yield csvHead(COLUMNS)
  const filter = filterOf(query, ctx.team)
  for (let before = filter.before, isMore = true; isMore; ) {
    const rows = await selectAuditEntries(ctx.db, ctx.team.id, { ...filter, before }, AT_ONCE)
    if (rows.length > 0)
      yield csvLines(
        rows.map((row): Cell[] => [
          ...[{ plain: row.at.toISOString() }, row.actorName, row.actorId, row.action, row.subjectName],
          ...[row.subjectId, row.detail, row.place, row.hash && { plain: row.hash }, { plain: row.id }],
        ]),
      )
    before = rows.at(-1)?.id ?? before
    isMore = rows.length === AT_ONCE
  }
}
