import { z } from 'zod'
import { readStatement, type StatementLine } from '@/lib/money/statements'
import { getWallet, listWallets, type WalletView } from '@/lib/money/wallets'
import { getProvider } from '@/lib/upstream/providers'
import { defineEndpoint, defineListEndpoint } from '../endpoint'
import {
  balanceUnitSchema,
  creditsSchema,
  daySchema,
  EXAMPLE_IDS,
  idSchema,
  momentSchema,
  toApiView,
  toCreditsText,
  toCreditsTextOrNull,
  withDescription,
  withSchemaName,
} from '../shapes'

const wallet = withSchemaName(
  'Wallet',
  z.object({
    id: idSchema,
    name: z.string(),
    createdAt: momentSchema,
    keyCount: z.int(),
    isPaused: withDescription(
      z.boolean(),
      'Whether a check holds back all its calls except balance readings.',
    ),
    balance: withDescription(
      creditsSchema.nullable(),
      'What the API last said; null before the first reading.',
    ),
    balanceAt: momentSchema.nullable(),
    expectedBalance: withDescription(
      creditsSchema.nullable(),
      'The balance to expect now: the last one less what was settled since. Null where it is not known.',
    ),
  }),
)

const walletOf = (view: WalletView): z.output<typeof wallet> =>
  toApiView(wallet, view, {
    balance: toCreditsTextOrNull(view.balance?.balanceNano ?? null),
    balanceAt: view.balance?.at.toISOString() ?? null,
    expectedBalance: toCreditsTextOrNull(view.expectedNano),
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
  kind: withDescription(
    z.enum(['balance', 'subtotal', 'part', 'outside', 'since']),
    'Lines of kind part and outside add up; a subtotal is the sum of the parts below it. Lines of kind since are in closed.',
  ),
  label: z.string(),
  items: z.int().nullable(),
  amount: creditsSchema,
})

const lineOf = (view: StatementLine): z.output<typeof line> =>
  toApiView(line, view, { amount: toCreditsText(view.nano) })

/** Endpoints for wallets, their balances and their statements. */
export const walletEndpoints = {
  listWallets: defineListEndpoint({
    route: 'GET /wallets',
    permission: 'usage:read',
    summary: 'The wallets with their balances',
    item: wallet,
    example: EXAMPLE,
    list: async ({ ctx }) => (await listWallets(ctx)).map(walletOf),
  }),
  getWallet: defineEndpoint({
    route: 'GET /wallets/{walletId}',
    permission: 'usage:read',
    summary: 'One wallet with its balance',
    answer: wallet,
    example: { answer: EXAMPLE },
    handle: async ({ ctx, ids }) => walletOf(await getWallet(ctx, ids.walletId)),
  }),
  getStatement: defineEndpoint({
    route: 'GET /wallets/{walletId}/statement',
    permission: 'usage:read',
    summary: 'A wallet’s statement for a range of days',
    description:
      'Its parts add up from the opening to the closing balance. Days are those of the team’s time zone.',
    query: z.strictObject({
      from: withDescription(daySchema, 'The first day.'),
      to: withDescription(daySchema, 'The last day.'),
      environmentId: withDescription(idSchema.optional(), 'Only what this environment spent.'),
    }),
    answer: z.object({
      walletId: idSchema,
      from: daySchema,
      to: daySchema,
      timeZone: z.string(),
      unit: balanceUnitSchema,
      lines: z.array(line),
      closed: withDescription(
        z.object({ at: momentSchema, by: z.string(), since: z.array(line) }).nullable(),
        'Set for a month that an admin closed: lines are as they were then, and since is what changed after that.',
      ),
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
        closed: { at: '2026-12-02T08:30:00.000Z', by: 'Ada', since: [] },
      },
    },
    async handle({ ctx, services, ids: { walletId }, query: { from, to, environmentId = null } }) {
      const { timeZone, lines, closed } = await readStatement(ctx, { walletId, from, to, environmentId })
      const { provider } = await getProvider(ctx, services.upstreams)
      return {
        walletId,
        from,
        to,
        timeZone,
        unit: provider.balanceUnit,
        lines: lines.map(lineOf),
        closed: closed && {
          at: closed.at.toISOString(),
          by: closed.by,
          since: closed.since.map(lineOf),
        },
      }
    },
  }),
}
