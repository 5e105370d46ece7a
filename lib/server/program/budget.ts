import { z } from 'zod'
import { invalid } from '@/lib/kernel'
import type { ProgramApi } from './api-client'
import { command } from './command'
import type { ProgramIo } from './io'
import { findByName, listAll } from './names'
import { tableLines } from './table'

const budget = z.looseObject({
  id: z.string(),
  name: z.string(),
  scope: z.string(),
  unit: z.string(),
  period: z.string(),
  amount: z.string(),
  effectiveAmount: z.string(),
  stops: z.boolean(),
  tellsAt: z.array(z.int()),
  settled: z.string(),
  reserved: z.string(),
  left: z.string(),
  stoppedAt: z.string().nullable(),
})
type ToldBudget = z.output<typeof budget>

/** Lists of the API that name a budget's subject. A member or token is given by its id. */
const SCOPES: Readonly<Record<string, string>> = {
  wallet: '/wallets',
  environment: '/environments',
  key: '/keys',
  search: '/searches',
  service: '/services',
}

export const budgetCommand = command({
  name: 'budget',
  summary: 'lists, creates, changes and deletes budgets',
  help: `purser budget [--json]
purser budget add <name> --unit <unit> --period <period> --amount <n> [--scope <scope> --of <name>] [--stops] [--tells-at <percents>]
purser budget change <name> [--amount <n>] [--stops | --no-stops] [--tells-at <percents>]
purser budget delete <name>

  --scope     team (usual), wallet, environment, key, search, service, member or token
  --of        the name or id of what it is for; the id of a member or token
  --unit      credits or items
  --period    hour, day, week, month or total
  --amount    such as 150 or 0.5
  --stops     it refuses calls that could pass it; otherwise it only warns
  --tells-at  percents at which it warns, such as 50,80

The token needs budgets:read, to change something budgets:write, and to name what a budget is for keys:read.

Examples
  purser budget
  purser budget add "Staging a day" --scope environment --of staging --unit credits --period day --amount 20 --stops
  purser budget change "Staging a day" --amount 25 --tells-at 50,80
  purser budget delete "Staging a day"`,
  options: {
    scope: { type: 'string' },
    of: { type: 'string' },
    unit: { type: 'string' },
    period: { type: 'string' },
    amount: { type: 'string' },
    stops: { type: 'boolean' },
    'no-stops': { type: 'boolean' },
    'tells-at': { type: 'string' },
  },
  mostWords: 2,
  async run({ values, words: [what, name], io, api }) {
    const { json = false, amount, unit, period, scope = 'team', of } = values
    const tellsAt = percentsOf(values['tells-at'])
    const asked = api()
    if (what === undefined)
      return show(
        io,
        json,
        (await listAll(asked, '/budgets')).map((each) => budget.parse(each)),
      )
    if (name === undefined || !['add', 'change', 'delete'].includes(what))
      throw invalid('Say add, change or delete, and the budget’s name. Try purser help budget.')
    if (what === 'add') {
      if (unit === undefined || period === undefined || amount === undefined)
        throw invalid('A new budget needs --unit, --period and --amount.')
      const scopeId = await scopeIdOf(asked, scope, of)
      const body = {
        name,
        scope,
        scopeId,
        unit,
        period,
        amount,
        stops: values.stops ?? false,
        tellsAt: tellsAt ?? [],
      }
      return show(io, json, [budget.parse(await asked.send('POST', '/budgets', body))])
    }
    const before = budget.parse(await findByName(asked, '/budgets', 'budget', name))
    if (what === 'delete') {
      await asked.send('DELETE', `/budgets/${before.id}`)
      io.note(`Deleted the budget “${before.name}”.`)
      return undefined
    }
    const stops = values['no-stops'] === true ? false : (values.stops ?? before.stops)
    const body = {
      name: before.name,
      amount: amount ?? before.amount,
      stops,
      tellsAt: tellsAt ?? before.tellsAt,
    }
    return show(io, json, [budget.parse(await asked.send('PUT', `/budgets/${before.id}`, body))])
  },
})

async function scopeIdOf(api: ProgramApi, scope: string, of: string | undefined): Promise<string> {
  if (scope === 'team') return ''
  if (of === undefined) throw invalid('Say what the budget is for: --of and a name or id.')
  const path = SCOPES[scope]
  return path === undefined ? of : (await findByName(api, path, scope, of)).id
}

function percentsOf(text: string | undefined): number[] | undefined {
  if (text === undefined) return undefined
  const percents = text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number)
  if (percents.every((percent) => Number.isInteger(percent))) return percents
  throw invalid('--tells-at takes whole percents with commas between, such as 50,80.')
}

function show(io: ProgramIo, json: boolean, budgets: readonly ToldBudget[]): undefined {
  if (json) return void io.print(JSON.stringify(budgets, null, 2))
  const rows = budgets.map((each) => [
    ...[
      each.name,
      each.scope,
      each.period,
      each.unit,
      each.effectiveAmount,
      each.settled,
      each.reserved,
      each.left,
    ],
    each.stops ? (each.stoppedAt === null ? 'stops' : 'has stopped') : 'tells',
  ])
  const columns = [
    ...['Budget', 'For', 'Period', 'Unit'].map((title) => ({ title })),
    ...['Amount', 'Settled', 'Reserved', 'Left'].map((title) => ({ title, isFigure: true })),
    { title: '' },
  ]
  for (const line of tableLines(columns, rows)) io.print(line)
}
