import { z } from 'zod'
import { invalid } from '@/lib/kernel'
import { OUTCOMES } from '@/lib/money/ledger'
import { callsOf, listBalances, listUsage, sumAll } from '@/lib/money/usage'
import { listWallets } from '@/lib/money/wallets'
import {
  BUCKET_STEPS,
  COMPARISONS,
  NO_RANGE,
  RANGE_PRESETS,
  rangeOfDays,
  resolveRange,
  startOfQuarterHour,
  stepOf,
  stepsFor,
} from '@/lib/platform/calendar'
import { getProvider } from '@/lib/upstream/providers'
import { given, principalOf } from '../call-filter'
import { said } from '../documented'
import { endpoint } from '../endpoint'
import { EXAMPLE_IDS } from '../example-ids'
import { day, id, operationName, orNull, timeOf, toCredits } from '../shapes'
import { EXAMPLE_SUMS, usage, writtenOf } from '../usage-shape'

const DIMENSIONS = {
  team: 'team',
  environment: 'environmentId',
  key: 'keyId',
  wallet: 'walletId',
  member: 'memberId',
  search: 'searchId',
  operation: 'operation',
  principal: 'principal',
  outcome: 'outcome',
} as const

const GROUPINGS = [
  ...(['team', 'environment', 'key', 'wallet', 'member', 'search'] as const),
  ...(['operation', 'principal', 'outcome'] as const),
]
const by = z.enum(GROUPINGS)

/** Endpoints for sums of what was bought. */
export const USAGE_ENDPOINTS = [
  endpoint({
    name: 'getUsage',
    method: 'GET',
    path: '/usage',
    group: 'Usage',
    permission: 'usage:read',
    summary: 'What was bought in a range, grouped, with the balance, as the page Usage shows it',
    description: 'A range is a preset or two days, both included. It is at most 366 days long.',
    query: z.strictObject({
      range: said(z.enum(RANGE_PRESETS).optional(), 'Up to now: today, 24h, 7d (usual), 30d, month, 90d.'),
      from: said(day.optional(), 'The first day, instead of `range`.'),
      to: said(day.optional(), 'The last day, instead of `range`.'),
      by: said(by.default('environment'), 'What to group by.'),
      step: said(
        z.enum(BUCKET_STEPS).optional(),
        'How long a bucket is; without it what fits the range. Hours are for at most 16 days.',
      ),
      compare: said(
        z.enum(COMPARISONS).optional(),
        'before: as many days right before; year: the same days of last year.',
      ),
      environmentId: id.optional(),
      keyId: id.optional(),
      walletId: id.optional(),
      memberId: id.optional(),
      serviceId: id.optional(),
      tokenId: id.optional(),
      searchId: id.optional(),
      operation: operationName.optional(),
      outcome: said(z.enum(OUTCOMES).optional(), 'Only calls that ended so.'),
    }),
    answer: usage,
    example: {
      query: { range: 'today', by: 'environment' },
      answer: {
        from: '2026-11-23T23:00:00.000Z',
        to: '2026-11-24T23:00:00.000Z',
        timeZone: 'Europe/Berlin',
        unit: 'credits',
        step: 'hour',
        buckets: ['2026-11-23T23:00:00.000Z'],
        series: [
          {
            id: EXAMPLE_IDS.environmentId,
            ...EXAMPLE_SUMS,
            before: null,
            itemsByBucket: [300],
            chargeByBucket: ['45'],
          },
        ],
        totals: { ...EXAMPLE_SUMS, before: null },
        balance: ['49118.35'],
      },
    },
    async handle({
      ctx,
      services,
      query: { range: preset, from, to, by, step: asked, compare, ...filters },
    }) {
      const days = from !== undefined && to !== undefined ? { from, to } : null
      if (!days && (from !== undefined || to !== undefined))
        throw invalid('A parameter is missing.', { [from === undefined ? 'from' : 'to']: 'Name both days.' })
      if (days && preset !== undefined) throw invalid('Give a range, or the days from and to: not both.')
      const { timeZone } = ctx.team
      const now = ctx.clock.now()
      const range = days
        ? rangeOfDays(days, now, timeZone)
        : resolveRange({ preset: preset ?? '7d' }, now, timeZone)
      // A program must not get other days than it asked for.
      if (!range) throw invalid(NO_RANGE)
      const step = asked ?? stepOf(range)
      if (!stepsFor(range).includes(step))
        throw invalid('The range is too long for this step.', { step: 'Take a longer step.' })
      const { serviceId, tokenId, ...filter } = filters
      const principal = principalOf({ serviceId, tokenId })
      const { buckets, members, sumsIn } = await listUsage(ctx, {
        ...{ range, step, comparison: compare ?? null, dimension: DIMENSIONS[by], needsSearched: true },
        ...given(filter),
        ...(principal && { principal }),
      })
      const { walletId } = filter
      const walletIds = walletId === undefined ? (await listWallets(ctx)).map(({ id }) => id) : [walletId]
      const inOrder = members.toSorted(
        ({ sums: a }, { sums: b }) => Number(b.nano - a.nano) || b.items - a.items || callsOf(b) - callsOf(a),
      )
      return {
        from: timeOf(range.from.toJSDate()),
        to: timeOf(range.to.toJSDate()),
        ...{ timeZone, step, unit: (await getProvider(ctx, services.upstreams)).provider.balanceUnit },
        buckets: buckets.map((bucket) => timeOf(startOfQuarterHour(bucket.from))),
        series: inOrder.map(({ member, sums, before }) => {
          const inBuckets = sumsIn([member])
          return {
            id: member,
            ...writtenOf(sums),
            before: before && writtenOf(before),
            itemsByBucket: inBuckets.map(({ items }) => items),
            chargeByBucket: inBuckets.map(({ nano }) => toCredits(nano)),
          }
        }),
        totals: {
          ...writtenOf(sumAll(members.map(({ sums }) => sums))),
          before: compare ? writtenOf(sumAll(members.flatMap(({ before }) => before ?? []))) : null,
        },
        balance: (await listBalances(ctx, walletIds, buckets)).map(orNull),
      }
    },
  }),
]
