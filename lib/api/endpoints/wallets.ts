import { z } from 'zod'
import { readStatement } from '@/lib/money/statements'
import { getWallet, listWallets, type WalletView } from '@/lib/money/wallets'
import { getProvider } from '@/lib/upstream/providers'
import { endpoint, listEndpoint } from '../endpoint'
import {
  balanceUnit,
  credits,
  day,
  EXAMPLE_IDS,
  id,
  moment,
  named,
  orNull,
  said,
  tell,
  toCredits,
} from '../shapes'

const wallet = named(
  'Wallet',
  z.object({
    id,
    name: z.string(),
    createdAt: moment,
    keyCount: z.int(),
    isPaused: said(z.boolean(), 'Whether a check holds back all its calls except balance readings.'),
    balance: said(credits.nullable(), 'What the API last said; null before the first reading.'),
    balanceAt: moment.nullable(),
    expectedBalance: said(
      credits.nullable(),
      'The balance to expect now: the last one less what was settled since. Null where it is not known.',
    ),
  }),
)

const walletOf = (view: WalletView): z.output<typeof wallet> =>
  tell(wallet, view, {
    balance: orNull(view.balance?.balanceNano ?? null),
    balanceAt: view.balance?.at.toISOString() ?? null,
    expectedBalance: orNull(view.expectedNano),
  })

const EXAMPLE: z.output<typeof wallet> = {
  id: EXAMPLE_IDS.walletId,
  name: 'Main',
  createdAt: '2026-11-01T09:00:00.000Z',
  keyCount: 2,
  isPaused: false,
  balance: '49120.5',
  balanceAt: '2026-11-24T10:15:00.000Z',
  expectedBalance: '49118.35',
}

const line = z.object({
  kind: said(
    z.enum(['balance', 'subtotal', 'part', 'outside']),
    'Lines of kind part and outside add up; a subtotal is the sum of the parts below it.',
  ),
  label: z.string(),
  items: z.int().nullable(),
  amount: credits,
})

/** Endpoints for wallets, their balances and their statements. */
export const wallets = {
  listWallets: listEndpoint({
    route: 'GET /wallets',
    permission: 'usage:read',
    summary: 'The wallets with their balances',
    item: wallet,
    example: EXAMPLE,
    list: async ({ ctx }) => (await listWallets(ctx)).map(walletOf),
  }),
  getWallet: endpoint({
    route: 'GET /wallets/{walletId}',
    permission: 'usage:read',
    summary: 'One wallet with its balance',
    answer: wallet,
    example: { answer: EXAMPLE },
    handle: async ({ ctx, ids }) => walletOf(await getWallet(ctx, ids.walletId)),
  }),
  getStatement: endpoint({
    route: 'GET /wallets/{walletId}/statement',
    permission: 'usage:read',
    summary: 'A wallet’s statement for a range of days',
    description:
      'Its parts add up from the opening to the closing balance. Days are those of the team’s time zone.',
    query: z.strictObject({
      from: said(day, 'The first day.'),
      to: said(day, 'The last day.'),
      environmentId: said(id.optional(), 'Only what this environment spent.'),
    }),
    answer: z.object({
      walletId: id,
      from: day,
      to: day,
      timeZone: z.string(),
      unit: balanceUnit,
      lines: z.array(line),
    }),
    example: {
      query: { from: '2026-11-01', to: '2026-11-30' },
      answer: {
        walletId: EXAMPLE_IDS.walletId,
        from: '2026-11-01',
        to: '2026-11-30',
        timeZone: 'Europe/Berlin',
        unit: 'credits',
        lines: [
          { kind: 'balance', label: 'Opening balance', items: null, amount: '50000' },
          { kind: 'part', label: 'Top-ups', items: null, amount: '0' },
          { kind: 'subtotal', label: 'Bought: production', items: 5876, amount: '-881.65' },
          { kind: 'part', label: 'Timeline', items: 5876, amount: '-881.65' },
          { kind: 'balance', label: 'Closing balance', items: null, amount: '49118.35' },
        ],
      },
    },
    async handle({ ctx, services, ids: { walletId }, query: { from, to, environmentId = null } }) {
      const { timeZone, lines } = await readStatement(ctx, { walletId, from, to, environmentId })
      const plain = lines.map((view) => tell(line, view, { amount: toCredits(view.nano) }))
      const { provider } = await getProvider(ctx, services.upstreams)
      return { walletId, from, to, timeZone, unit: provider.balanceUnit, lines: plain }
    },
  }),
}
