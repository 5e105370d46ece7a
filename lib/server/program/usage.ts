import { z } from 'zod'
import { unitTitle } from '@/lib/kernel'
import { command } from './command'
import { namesOf } from './names'
import { tableLines } from './table'

const figures = { pages: z.int(), items: z.int(), charge: z.string(), unknownCalls: z.int() }
const usage = z.looseObject({
  from: z.string(),
  to: z.string(),
  timeZone: z.string(),
  unit: z.string().default('credits'),
  series: z.array(z.looseObject({ id: z.string(), ...figures })),
  totals: z.looseObject(figures),
})

/** Lists of the API that name the members of a grouping. An operation is itself a name. */
const LISTS: Readonly<Record<string, string>> = {
  environment: '/environments',
  key: '/keys',
  wallet: '/wallets',
  search: '/searches',
}

export const usageCommand = command({
  name: 'usage',
  summary: 'what was bought, grouped',
  help: `purser usage [--range <range> | --from <day> --to <day>] [--by <grouping>] [--json]

  --range   today, 24h, 7d (usual), 30d, month or 90d
  --from    the first day, such as 2026-11-01
  --to      the last day
  --by      environment (usual), key, wallet, search, operation, member, principal,
            outcome or team

The token needs usage:read; for names keys:read, too.

Examples
  purser usage
  purser usage --range month --by key
  purser usage --from 2026-11-01 --to 2026-11-30 --json`,
  options: {
    range: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    by: { type: 'string' },
  },
  mostWords: 0,
  async run({ values: { range, from, to, by = 'environment', json }, io, api }) {
    const asked = api()
    const answer = await asked.get('/usage', { range, from, to, by })
    if (json) return void io.print(JSON.stringify(answer, null, 2))
    const { series, totals, ...report } = usage.parse(answer)
    const path = LISTS[by]
    const names = path === undefined ? new Map<string, string>() : await namesOf(asked, path)
    const row = (name: string, of: z.output<typeof usage>['totals']) => [
      name,
      ...[of.pages, of.items, of.charge, of.unknownCalls].map(String),
    ]
    io.print(`${report.from} to ${report.to} (days of ${report.timeZone})`)
    const columns = ['Pages', 'Items', unitTitle(report.unit), 'Unknown calls'].map((title) => ({
      title,
      isFigure: true,
    }))
    const rows = series.map((each) => row(names.get(each.id) ?? (each.id || 'all others'), each))
    for (const line of tableLines([{ title: by }, ...columns], [...rows, row('Total', totals)]))
      io.print(line)
  },
})
