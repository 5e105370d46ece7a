import { z } from 'zod'
import { invalid, notFound } from '@/lib/kernel'
import { getWallet } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { LONGEST_DAYS, rangeInput, resolveRange } from '@/lib/platform/calendar'
import { csvHead, csvLines } from '@/lib/platform/csv'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { getWalletReport } from './get-statement'
import { spanOfStatement } from './months'
import { environmentLines, statementLines } from './statement-lines'

/** What a statement's file is asked by, as it comes from an address. */
export interface StatementFileInput {
  readonly walletId: string
  /** The first and last day, as 2026-01-31, in the team's time zone. */
  readonly from: string | null
  readonly to: string | null
  /** Only what this environment took off the balance; one that the team does not have counts as none. */
  readonly environmentId: string | null
  /** How the upstream calls what it charges. */
  readonly unit: string
}

export interface StatementFile {
  readonly name: string
  readonly contentType: string
  readonly text: string
}

const COLUMNS = ['wallet', 'from', 'to', 'zone', 'kind', 'line', 'items', 'amount', 'unit']

/** A wallet's statement as CSV. Throws `not_found`, and `invalid` for days that are none. */
export async function writeStatementFile(ctx: TeamCtx, input: StatementFileInput): Promise<StatementFile> {
  const { data: walletId } = z.uuid().safeParse(input.walletId)
  if (!walletId) throw notFound('The wallet')
  const { data: days } = rangeInput.safeParse(input)
  if (!days || !('from' in days))
    throw invalid('Name the first and last day as from=2026-01-01&to=2026-01-31.')
  const range = resolveRange(days, ctx.clock.now(), ctx.team.timeZone)
  const covered = [range.from, range.to.minus({ days: 1 })].map((each) => each.toISODate())
  if (covered[0] !== days.from || covered[1] !== days.to)
    throw invalid(`Name days of the calendar, the first one first, at most ${LONGEST_DAYS} of them.`)
  const { timeZone, ...span } = await spanOfStatement(ctx, range)
  const [wallet, environments, { statement }] = await Promise.all([
    getWallet(ctx, walletId),
    listEnvironments(ctx),
    getWalletReport(ctx, walletId, span),
  ])
  if (!statement) throw notFound('A balance reading up to then')
  const names = {
    environment: (id: string) => environments.find((one) => one.id === id)?.name ?? id,
    operation: (name: string) => name,
  }
  const environment = environments.find(({ id }) => id === input.environmentId)
  const lines = environment
    ? environmentLines(statement, environment.id, names)
    : statementLines(statement, names)
  const { from, to } = days
  await appendAuditEntry(ctx.db, ctx, {
    action: 'statement.export',
    subjectId: walletId,
    subjectName: wallet.name,
    detail: { from, to, ...(environment && { environment: environment.name }) },
  })
  const rows = lines.map(({ kind, label, items, nano }) => [
    ...[wallet.name, from, to, timeZone, kind, label],
    ...[items, nano, input.unit],
  ])
  return {
    name: `statement-${from}-${to}.csv`,
    contentType: 'text/csv; charset=utf-8',
    text: csvHead(COLUMNS) + csvLines(rows),
  }
}
