import { z } from 'zod'
import { invalid, unitTitle } from '@/lib/kernel'
import type { ProgramApi } from './api-client'
import { command } from './command'
import { findByName, listAll } from './names'
import { tableLines } from './table'

const statement = z.looseObject({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  unit: z.string().default('credits'),
  lines: z.array(
    z.looseObject({
      kind: z.enum(['balance', 'subtotal', 'part', 'outside']),
      label: z.string(),
      items: z.int().nullable(),
      amount: z.string(),
    }),
  ),
})

export const statementCommand = command({
  name: 'statement',
  summary: 'a wallet’s balance, from its opening to its closing',
  help: `purser statement [<wallet>] (--month <month> | --from <day> --to <day>) [--json]

  <wallet>  its name or id; not needed where there is one alone
  --month   such as 2026-11
  --from    the first day, such as 2026-11-01
  --to      the last day

The token needs usage:read.

Examples
  purser statement --month 2026-11
  purser statement Main --from 2026-11-01 --to 2026-11-30 --json`,
  options: { month: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } },
  mostWords: 1,
  async run({ values: { month, from, to, json }, words: [wallet], io, api }) {
    const days = daysOf(month, from, to)
    const asked = api()
    const { id, name } = await walletOf(asked, wallet)
    const answer = await asked.get(`/wallets/${id}/statement`, days)
    if (json) return void io.print(JSON.stringify(answer, null, 2))
    const { lines, timeZone, unit } = statement.parse(answer)
    io.print(`${name}, ${days.from} to ${days.to} (days of ${timeZone})`)
    const rows = lines.map(({ kind, label, items, amount }) => [
      kind === 'part' ? `  ${label}` : label,
      items === null ? '' : String(items),
      amount,
    ])
    const columns = [
      { title: '' },
      { title: 'Items', isFigure: true },
      { title: unitTitle(unit), isFigure: true },
    ]
    for (const line of tableLines(columns, rows)) io.print(line)
  },
})

function daysOf(month: string | undefined, from: string | undefined, to: string | undefined) {
  if (month === undefined && from !== undefined && to !== undefined) return { from, to }
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month ?? '') ?? []
  if (year === undefined || number === undefined || from !== undefined || to !== undefined)
    throw invalid('Give --month, such as 2026-11, or both --from and --to.')
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` }
}

async function walletOf(api: ProgramApi, text: string | undefined) {
  if (text !== undefined) return findByName(api, '/wallets', 'wallet', text)
  const all = await listAll(api, '/wallets')
  const [only] = all
  if (only && all.length === 1) return only
  throw invalid(`Name one of the wallets: ${all.map(({ name }) => name).join(', ') || 'there is none yet'}.`)
}
