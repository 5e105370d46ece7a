import { appendAuditEntry } from '@/lib/platform/audit'
import { csvHead, csvLines } from '@/lib/platform/csv'
import type { TeamCtx } from '@/lib/platform/db'
import { readStatement, type StatementInput } from './read-statement'

/** Parameters of a statement's file. */
export interface StatementFileInput extends StatementInput {
  /** The upstream's name for what it charges. */
  readonly unit: string
}

export interface StatementFile {
  readonly name: string
  readonly contentType: string
  readonly text: string
}

const COLUMNS = ['wallet', 'from', 'to', 'zone', 'kind', 'line', 'items', 'amount', 'unit']

/** Writes a wallet's statement as CSV. Throws `not_found`, and `invalid` for days that do not exist. */
export async function writeStatementFile(
  ctx: TeamCtx,
  { unit, ...input }: StatementFileInput,
): Promise<StatementFile> {
  const { wallet, environment, from, to, timeZone, lines } = await readStatement(ctx, input)
  await appendAuditEntry(ctx.db, ctx, {
    action: 'statement.export',
    subjectId: wallet.id,
    subjectName: wallet.name,
    detail: { from, to, ...(environment && { environment: environment.name }) },
  })
  const rows = lines.map(({ kind, label, items, nano }) => [
    ...[wallet.name, from, to, timeZone, kind, label],
    ...[items, nano, unit],
  ])
  return {
    name: `statement-${from}-${to}.csv`,
    contentType: 'text/csv; charset=utf-8',
    text: csvHead(COLUMNS) + csvLines(rows),
  }
}
