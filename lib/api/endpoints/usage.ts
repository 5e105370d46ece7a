import { z } from 'zod'
import { invalid } from '@/lib/kernel'
import { type RollupDimension, readDayZone } from '@/lib/money/ledger'
import { listSpend } from '@/lib/money/usage'
import { listWallets } from '@/lib/money/wallets'
import {
  NO_RANGE,
  RANGE_PRESETS,
  rangeOfDays,
  resolveRange,
  startOfQuarterHour,
} from '@/lib/platform/calendar'
import { said } from '../documented'
import { endpoint } from '../endpoint'
import { EXAMPLE_IDS } from '../example-ids'
import { credits, day, id, moment, orNull, timeOf, toCredits } from '../shapes'

const DIMENSIONS = {
  team: 'team',
  environment: 'environmentId',
  key: 'keyId',
  wallet: 'walletId',
  member: 'memberId',
  search: 'searchId',
  operation: 'operation',
  principal: 'principal',
} as const satisfies Readonly<Record<string, RollupDimension>>

const by = z.enum(['team', 'environment', 'key', 'wallet', 'member', 'search', 'operation', 'principal'])

const totals = {
  pages: z.int(),
  items: z.int(),
  charge: said(credits, 'What was charged, as far as a price was known.'),
  unpricedItems: said(
    z.int(),
    'Items that were bought while no price was known; they are not in the charge.',
  ),
}

const usage = z.strictObject({
  from: moment,
  to: moment,
  timeZone: z.string(),
  step: z.enum(['hour', 'day', 'week']),
  buckets: said(z.array(moment), 'When each bucket begins.'),
  series: z.array(
    z.strictObject({
      id: said(
        z.string(),
        'The id of the environment, key, …, or the operation’s name; empty for the others.',
      ),
      ...totals,
      unknownCalls: said(z.int(), 'Calls whose answer was lost: what they cost is not known.'),
      itemsByBucket: z.array(z.int()),
      chargeByBucket: z.array(credits),
    }),
  ),
  totals: z.strictObject({ ...totals, unknownCalls: z.int() }),
  balance: said(
    z.array(credits.nullable()),
    'The balance of all wallets at the end of each bucket; null where it is not known.',
  ),
})

/** What was bought, in sums. */
export const USAGE_ENDPOINTS = [
  endpoint({
    name: 'getUsage',
    method: 'GET',
    path: '/usage',
    group: 'Usage',
    permission: 'usage:read',
    summary: 'What was bought in a range, grouped, with the balance beside it',
    description: 'A range is a preset or two days, both included. It is at most 366 days long.',
    query: z.strictObject({
      range: said(z.enum(RANGE_PRESETS).optional(), 'Up to now: today, 24h, 7d (usual), 30d, month, 90d.'),
      from: said(day.optional(), 'The first day, instead of `range`.'),
      to: said(day.optional(), 'The last day, instead of `range`.'),
      by: said(by.default('environment'), 'What to group by.'),
      environmentId: id.optional(),
      keyId: id.optional(),
      walletId: id.optional(),
    }),
    answer: usage,
    example: {
      query: { range: 'today', by: 'environment' },
      answer: {
        from: '2026-11-23T23:00:00.000Z',
        to: '2026-11-24T23:00:00.000Z',
        timeZone: 'Europe/Berlin',
        step: 'hour',
        buckets: ['2026-11-23T23:00:00.000Z'],
        series: [
          {
            id: EXAMPLE_IDS.environmentId,
            pages: 3,
            items: 300,
            charge: '45',
            unpricedItems: 0,
            unknownCalls: 0,
            itemsByBucket: [300],
            chargeByBucket: ['45'],
          },
        ],
        totals: { pages: 3, items: 300, charge: '45', unpricedItems: 0, unknownCalls: 0 },
        balance: ['49118.35'],
      },
    },
    async handle({ ctx, query: { range: preset, from, to, by, environmentId, keyId, walletId } }) {
      const days = from !== undefined && to !== undefined ? { from, to } : null
      if (!days && (from !== undefined || to !== undefined))
        throw invalid('A parameter is missing.', { [from === undefined ? 'from' : 'to']: 'Name both days.' })
      if (days && preset !== undefined) throw invalid('Give a range, or the days from and to: not both.')
      const { timeZone } = await readDayZone(ctx)
      const now = ctx.clock.now()
      const range = days
        ? rangeOfDays(days, now, timeZone)
        : resolveRange({ preset: preset ?? '7d' }, now, timeZone)
      // A program must not be told of other days than it asked for.
      if (!range) throw invalid(NO_RANGE)
      const walletIds = walletId === undefined ? (await listWallets(ctx)).map(({ id }) => id) : [walletId]
      const report = await listSpend(ctx, {
        range,
        dimension: DIMENSIONS[by],
        ...(environmentId !== undefined && { environmentId }),
        ...(keyId !== undefined && { keyId }),
        ...(walletId !== undefined && { walletId }),
        walletIds,
        nameOf: (label) => ({ label, color: null }),
      })
      const { pages, items, chargeNano, unpricedItems, unknowns } = report.totals
      return {
        from: timeOf(range.from.toJSDate()),
        to: timeOf(range.to.toJSDate()),
        timeZone,
        step: report.step,
        buckets: report.buckets.map((bucket) => timeOf(startOfQuarterHour(bucket.from))),
        series: report.series.map((each) => ({
          id: each.key,
          pages: each.totalPages,
          items: each.totalItems,
          charge: toCredits(each.totalChargeNano),
          unpricedItems: each.totalUnpricedItems,
          unknownCalls: report.unknownCalls[each.key] ?? 0,
          itemsByBucket: [...each.items],
          chargeByBucket: each.chargeNano.map(toCredits),
        })),
        totals: { pages, items, charge: toCredits(chargeNano), unpricedItems, unknownCalls: unknowns },
        balance: report.balance.map(orNull),
      }
    },
  }),
]
