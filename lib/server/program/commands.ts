import type { z } from 'zod'
import { CLI_ENDPOINTS } from '@/lib/api'
import { invalid, unitTitle } from '@/lib/kernel'
import { newApiToken, newGatewayToken } from '@/lib/platform/vault'
import { findByName, listAllPages, listNamesById, type ProgramApi } from './api-client'
import { createCommand, type ProgramCommand } from './command'
import { EXIT_CODES, type ProgramIo, printTable } from './io'
import { runCommands } from './run'

const printJson = ({ print }: ProgramIo, value: unknown) => void print(JSON.stringify(value, null, 2))

const usage = createCommand({
  name: 'usage',
  endpoint: CLI_ENDPOINTS.getUsage,
  summary: 'What was bought, grouped',
  examples: [
    'purser usage',
    'purser usage --range month --by key',
    'purser usage --from 2026-11-01 --to 2026-11-30 --json',
  ],
  async run({ io, api, fields: { by = 'environment' }, has, ask }) {
    const answer = await ask()
    if (has('json')) return printJson(io, answer)
    const names = await listNamesById(api, String(by))
    const row = (name: string, { pages, items, charge, unknownCalls }: typeof answer.totals) => [
      name,
      ...[pages, items, charge, unknownCalls].map(String),
    ]
    io.print(`${answer.from} to ${answer.to} (days of ${answer.timeZone})`)
    printTable(
      io,
      [String(by), 'Pages#', 'Items#', `${unitTitle(answer.unit)}#`, 'Unknown calls#'],
      [
        ...answer.series.map((each) => row(names.get(each.id) ?? (each.id || 'all others'), each)),
        row('Total', answer.totals),
      ],
    )
  },
})

const statement = createCommand({
  name: 'statement',
  endpoint: CLI_ENDPOINTS.getStatement,
  summary: 'A wallet’s balance, from its opening to its closing',
  note: 'A team’s only wallet need not be named.',
  words: ['[wallet]'],
  own: { month: { type: 'string', description: 'such as 2026-11, instead of --from and --to' } },
  examples: [
    'purser statement --month 2026-11',
    'purser statement Main --from 2026-11-01 --to 2026-11-30 --json',
  ],
  async run({ io, api, fields, own: { month }, has, ask }) {
    const days = daysOf(month, fields)
    const { id: walletId, name } = await walletOf(api, fields.walletId)
    const answer = await ask({ walletId, ...days })
    if (has('json')) return printJson(io, answer)
    const { closed } = answer
    const state = closed ? `; closed by ${closed.by} at ${closed.at}` : ''
    io.print(`${name}, ${days.from} to ${days.to} (days of ${answer.timeZone})${state}`)
    printTable(
      io,
      ['', 'Items#', `${unitTitle(answer.unit)}#`],
      [...answer.lines, ...(closed?.since ?? [])].map(({ kind, label, items, amount }) => [
        kind === 'part' ? `  ${label}` : label,
        items === null ? '' : String(items),
        amount,
      ]),
    )
  },
})

function daysOf(month: string | undefined, { from, to }: Readonly<Record<string, unknown>>) {
  if (month === undefined && from !== undefined && to !== undefined) return { from, to }
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month ?? '') ?? []
  if (year === undefined || number === undefined || from !== undefined || to !== undefined)
    throw invalid('Give --month, such as 2026-11, or both --from and --to.')
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${String(last).padStart(2, '0')}` }
}

async function walletOf(api: ProgramApi, text: unknown) {
  const all = await listAllPages(api, CLI_ENDPOINTS.listWallets)
  if (text !== undefined) return findByName(all, 'wallet', String(text))
  const [only] = all
  if (only && all.length === 1) return only
  throw invalid(`Name one of the wallets: ${all.map(({ name }) => name).join(', ') || 'there is none yet'}.`)
}

const exportItems = createCommand({
  name: 'export',
  endpoint: CLI_ENDPOINTS.exportRun,
  note: 'A file that breaks off leaves none behind.',
  words: ['run'],
  usual: { format: 'csv' },
  own: {
    out: {
      type: 'string',
      short: 'o',
      description: 'the file to write; without it the items go to standard output',
    },
  },
  examples: [
    'purser export 0199a1c0-0000-7000-8000-000000000009 --format csv --out items.csv',
    'purser export 0199a1c0-0000-7000-8000-000000000009 --format jsonl --only new',
  ],
  async run({ io, own: { out }, open }) {
    await io.save(out ?? null, await open())
    if (out !== undefined) io.printError(`Wrote ${out}.`)
  },
})

const exportSearchItems = createCommand({
  name: 'export search',
  endpoint: CLI_ENDPOINTS.exportSearch,
  note: 'A file that breaks off leaves none behind.',
  words: ['search'],
  usual: { format: 'csv' },
  own: {
    out: {
      type: 'string',
      short: 'o',
      description: 'the file to write; without it the items go to standard output',
    },
  },
  examples: ['purser export search "Mentions of Acme" --from 2026-11-01 --format xlsx --out items.xlsx'],
  async run({ io, own: { out }, open }) {
    await io.save(out ?? null, await open())
    if (out !== undefined) io.printError(`Wrote ${out}.`)
  },
})

const budget = createCommand({
  name: 'budget',
  endpoint: CLI_ENDPOINTS.listBudgets,
  examples: ['purser budget'],
  async run({ io, api, has }) {
    showBudgets(io, has('json'), await listAllPages(api, CLI_ENDPOINTS.listBudgets))
  },
})

const addBudget = createCommand({
  name: 'budget add',
  endpoint: CLI_ENDPOINTS.createBudget,
  words: ['name'],
  usual: { scope: 'team', stops: false, tellsAt: [] },
  examples: [
    'purser budget add "Staging a day" --scope environment --of staging --unit credits --period day --amount 20 --stops',
  ],
  async run({ io, fields: { scope, scopeId }, has, ask }) {
    if (scope !== 'team' && scopeId === undefined)
      throw invalid('Say what the budget is for: --of and a name or id.')
    showBudgets(io, has('json'), await ask())
  },
})

const changeBudget = createCommand({
  name: 'budget change',
  endpoint: CLI_ENDPOINTS.changeBudget,
  note: 'What is not given stays as it is.',
  words: ['budget'],
  examples: ['purser budget change "Staging a day" --amount 25 --tells-at 50,80'],
  async run({ io, api, fields, has, ask }) {
    const all = await listAllPages(api, CLI_ENDPOINTS.listBudgets)
    const { id, name, amount, stops, tellsAt } = findByName(all, 'budget', String(fields.budgetId))
    const { budgetId: _, ...others } = fields
    showBudgets(io, has('json'), await ask({ name, amount, stops, tellsAt, ...others, budgetId: id }))
  },
})

const deleteBudget = createCommand({
  name: 'budget delete',
  endpoint: CLI_ENDPOINTS.deleteBudget,
  words: ['budget'],
  examples: ['purser budget delete "Staging a day" --yes'],
  async run({ io, fields, ask }) {
    await ask()
    io.printError(`Deleted the budget “${String(fields.budgetId)}”.`)
  },
})

type Budget = z.output<(typeof CLI_ENDPOINTS)['createBudget']['answer']>

function showBudgets(io: ProgramIo, isJson: boolean, told: Budget | readonly Budget[]): void {
  if (isJson) printJson(io, told)
  else
    printTable(
      io,
      ['Budget', 'For', 'Period', 'Unit', 'Amount#', 'Settled#', 'Reserved#', 'Left#', ''],
      [told]
        .flat()
        .map((each) => [
          each.name,
          each.scope,
          each.period,
          each.unit,
          each.effectiveAmount,
          each.settled,
          each.reserved,
          each.left,
          each.stops ? (each.stoppedAt === null ? 'stops' : 'has stopped') : 'tells',
        ]),
    )
}

const keys = createCommand({
  name: 'keys',
  endpoint: CLI_ENDPOINTS.listKeys,
  note: 'For the names of wallets the token needs usage:read, too.',
  examples: ['purser keys', 'purser keys --json'],
  async run({ io, api, has }) {
    const all = await listAllPages(api, CLI_ENDPOINTS.listKeys)
    if (has('json')) return printJson(io, all)
    const [wallets, environments] = [
      await listNamesById(api, 'wallet'),
      await listNamesById(api, 'environment'),
    ]
    printTable(
      io,
      ['Name', 'Prefix', 'State', 'Wallet', 'Environment', 'Requests/s#', 'Last used'],
      all.map(({ name, prefix, status, walletId, environmentId, requestsPerSecond, lastUsedAt }) => [
        name,
        `${prefix}…`,
        status,
        wallets.get(walletId) ?? walletId,
        environments.get(environmentId) ?? environmentId,
        String(requestsPerSecond),
        lastUsedAt ?? 'never',
      ]),
    )
  },
})

/** Asks nobody, so it is made from no endpoint. */
const newToken: ProgramCommand = {
  name: 'new-token',
  summary: 'Draws a token or a gateway key for a provisioning file',
  help: `purser new-token api|gateway [--json]
Draws a text of the right form. It opens nothing until a file of PURSER_PROVISION names it; nothing is sent.`,
  examples: ['purser new-token gateway', 'purser new-token api'],
  async run([kind = '', ...options], io) {
    const draw = new Map([
      ['api', newApiToken],
      ['gateway', newGatewayToken],
    ]).get(kind)
    if (!draw || options.some((option) => option !== '--json'))
      throw invalid('Say which: purser new-token api or purser new-token gateway.')
    io.print(options.length > 0 ? JSON.stringify({ token: draw() }) : draw())
    return EXIT_CODES.done
  },
}

/** Every command, in the order of the help. */
export const PROGRAM_COMMANDS: readonly ProgramCommand[] = [
  usage,
  statement,
  ...runCommands,
  exportItems,
  exportSearchItems,
  budget,
  addBudget,
  changeBudget,
  deleteBudget,
  keys,
  newToken,
]
