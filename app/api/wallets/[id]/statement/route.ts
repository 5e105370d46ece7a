import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { orHttpError, teamContext, teamContract } from '@/app/_server'
import { invalid, microToText, notFound } from '@/lib/kernel'
import { environmentLines, getWalletReport, statementLines } from '@/lib/money/statements'
import { getWallet } from '@/lib/money/wallets'
import { rangeInput, resolveRange } from '@/lib/platform/calendar'
import { listEnvironments } from '@/lib/teams/teams'

export const dynamic = 'force-dynamic'

interface StatementContext {
  readonly params: Promise<{ id: string }>
}

/**
 * A wallet’s statement as CSV: `?team=`, and the first and last day as `from` and `to`, in the team's time zone;
 * with `environment`, only what that one took.
 */
export function GET(request: NextRequest, { params }: StatementContext): Promise<Response> {
  return orHttpError(async () => {
    const query = request.nextUrl.searchParams
    const ctx = await teamContext(query.get('team') ?? '')
    const { data: id } = z.uuid().safeParse((await params).id)
    if (!id) throw notFound('The wallet')
    const days = rangeInput.safeParse({ from: query.get('from'), to: query.get('to') })
    if (!days.success || !('from' in days.data))
      throw invalid('Name the first and last day as from=2026-01-01&to=2026-01-31.')
    const range = resolveRange(days.data, ctx.clock.now(), ctx.team.timeZone)
    const [wallet, environments, { contract }, { statement }] = await Promise.all([
      getWallet(ctx, id),
      listEnvironments(ctx),
      teamContract(ctx),
      getWalletReport(ctx, id, { from: range.from.toJSDate(), to: range.to.toJSDate() }),
    ])
    if (!statement) throw notFound('A balance reading up to then')
    const names = {
      environment: (environmentId: string) =>
        environments.find((one) => one.id === environmentId)?.name ?? environmentId,
      operation: (name: string) => name,
    }
    const { from, to } = days.data
    const environmentId = environments.find((one) => one.id === query.get('environment'))?.id
    const lines = environmentId
      ? environmentLines(statement, environmentId, names)
      : statementLines(statement, names)
    const rows = lines.map(({ kind, label, items, micro }) => [
      wallet.name,
      from,
      to,
      ctx.team.timeZone,
      kind,
      label,
      items === null ? '' : String(items),
      microToText(micro),
      contract.balanceUnit,
    ])
    const header = ['wallet', 'from', 'to', 'zone', 'kind', 'line', 'items', 'amount', 'unit']
    const csv = [header, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')
    return new Response(`\u{feff}${csv}\r\n`, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="statement-${from}-${to}.csv"`,
        'cache-control': 'no-store',
      },
    })
  })
}

/** Quoted, and safe from spreadsheets that take a text for a formula; plain numbers stay numbers. */
function cell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return isNumber ? safe : `"${safe.replaceAll('"', '""')}"`
}
