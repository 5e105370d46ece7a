import { z } from 'zod'
import { invalid, notFound, operationLabel } from '@/lib/kernel'
import { getWallet, type WalletView } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { INVALID_RANGE_MESSAGE, rangeFromDays, rangeInput } from '@/lib/platform/calendar'
import { csvHeader, csvLines } from '@/lib/platform/csv'
import type { TeamCtx } from '@/lib/platform/db'
import { type EnvironmentView, listEnvironments } from '@/lib/teams/teams'
import { getWalletReport } from './get-statement'
import { resolveStatementSpan } from './months'
import { environmentLines, linesSinceClosing, type StatementLine, statementLines } from './statement'

/** Parameters of a statement, as they come from an address. */
export interface StatementInput {
  readonly walletId: string
  /** The first and the last day, as 2026-01-31, in the team's time zone. */
  readonly from: string | null
  readonly to: string | null
  /** Limits the lines to what this environment took off the balance. One that the team does not have counts as none. */
  readonly environmentId: string | null
}

/** A statement's lines, with what they cover. */
export interface WrittenStatement {
  readonly wallet: WalletView
  readonly environment: EnvironmentView | null
  readonly from: string
  readonly to: string
  readonly timeZone: string
  readonly lines: readonly StatementLine[]
  /** The person who closed the month, the time, and the changes since; null if the month is not closed. */
  readonly closed: {
    readonly at: Date
    readonly by: string
    readonly since: readonly StatementLine[]
  } | null
}

/** Returns a wallet's statement, line by line. Throws `not_found`, and `invalid` for days that do not exist. */
export async function readStatement(ctx: TeamCtx, input: StatementInput): Promise<WrittenStatement> {
  const { data: walletId } = z.uuid().safeParse(input.walletId)
  if (!walletId) throw notFound('The wallet')
  const { data: days } = rangeInput.safeParse(input)
  if (!days || !('from' in days))
    throw invalid('Name the first and last day as from=2026-01-01&to=2026-01-31.')
  const range = rangeFromDays(days, ctx.clock.now(), ctx.team.timeZone)
  if (!range) throw invalid(INVALID_RANGE_MESSAGE)
  const { timeZone, ...span } = await resolveStatementSpan(ctx, range)
  const [wallet, environments, { statement, closed }] = await Promise.all([
    getWallet(ctx, walletId),
    listEnvironments(ctx),
    getWalletReport(ctx, walletId, span),
  ])
  const shown = closed?.statement ?? statement
  if (!shown) throw notFound('A balance reading by then')
  const names = {
    environment: (id: string) => environments.find((one) => one.id === id)?.name ?? id,
    operation: operationLabel,
  }
  const environment = environments.find(({ id }) => id === input.environmentId) ?? null
  const lines = environment ? environmentLines(shown, environment.id, names) : statementLines(shown, names)
  return {
    wallet,
    environment,
    ...days,
    timeZone,
    lines,
    closed: closed && {
      at: closed.closedAt,
      by: closed.closedByName,
      // Nothing is known of it if the readings are gone.
      since: statement ? linesSinceClosing(closed.statement, statement, names, environment?.id) : [],
    },
  }
}

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
  const { wallet, environment, from, to, timeZone, lines, closed } = await readStatement(ctx, input)
  await appendAuditEntry(ctx.db, ctx, {
    action: 'statement.export',
    subjectId: wallet.id,
    subjectName: wallet.name,
    detail: { from, to, ...(environment && { environment: environment.name }) },
  })
  const rows = [...lines, ...(closed?.since ?? [])].map(({ kind, label, items, nano }) => [
    ...[wallet.name, from, to, timeZone, kind, label],
    ...[items, nano, unit],
  ])
  return {
    name: `statement-${from}-${to}.csv`,
    contentType: 'text/csv; charset=utf-8',
    text: csvHeader(COLUMNS) + csvLines(rows),
  }
}
