import { z } from 'zod'
import { command } from './command'
import { listAll, namesOf } from './names'
import { tableLines } from './table'

const key = z.looseObject({
  name: z.string(),
  prefix: z.string(),
  status: z.string(),
  walletId: z.string(),
  environmentId: z.string(),
  requestsPerSecond: z.int(),
  lastUsedAt: z.string().nullable(),
})

export const keysCommand = command({
  name: 'keys',
  summary: 'the upstream keys, without their secrets',
  help: `purser keys [--json]

The token needs keys:read; for the names of wallets usage:read, too.

Examples
  purser keys
  purser keys --json`,
  options: {},
  mostWords: 0,
  async run({ values: { json }, io, api }) {
    const asked = api()
    const keys = await listAll(asked, '/keys')
    if (json) return void io.print(JSON.stringify(keys, null, 2))
    const [wallets, environments] = [await namesOf(asked, '/wallets'), await namesOf(asked, '/environments')]
    const rows = keys.map((each) => {
      const { name, prefix, status, walletId, environmentId, requestsPerSecond, lastUsedAt } = key.parse(each)
      return [
        ...[name, `${prefix}…`, status, wallets.get(walletId) ?? walletId],
        ...[
          environments.get(environmentId) ?? environmentId,
          String(requestsPerSecond),
          lastUsedAt ?? 'never',
        ],
      ]
    })
    const columns = [
      ...['Name', 'Prefix', 'State', 'Wallet', 'Environment'].map((title) => ({ title })),
      ...[{ title: 'Requests/s', isFigure: true }, { title: 'Last used' }],
    ]
    for (const line of tableLines(columns, rows)) io.print(line)
  },
})
