import { z } from 'zod'
import { invalid } from '@/lib/kernel'
import { OUTCOMES } from '@/lib/money/ledger'
import { addSums, countCalls, listBalances, listUsage, type MeasureSums } from '@/lib/money/usage'
import { listWallets } from '@/lib/money/wallets'
import {
  BUCKET_STEPS,
  COMPARISONS,
  defaultBucketStep,
  INVALID_RANGE_MESSAGE,
  possibleBucketSteps,
  RANGE_PRESETS,
  rangeFromDays,
  resolveRange,
  startOfQuarterHour,
} from '@/lib/platform/calendar'
import { getProvider } from '@/lib/upstream/providers'
import { defineEndpoint } from '../endpoint'
import {
  balanceUnitSchema,
  creditsSchema,
  daySchema,
  EXAMPLE_IDS,
  idSchema,
  momentSchema,
  omitUndefined,
  operationNameSchema,
  principalFilter,
  toApiView,
  toCreditsText,
  toCreditsTextOrNull,
  toIsoTime,
  withDescription,
} from '../shapes'

const measures = {
  pages: z.int(),
  items: z.int(),
  newItems: withDescription(
    z.int(),
    'Of the items of searches, those that none of their runs had brought before.',
  ),
  repeatItems: withDescription(z.int(), 'Of the items of searches, the others: they were bought again.'),
  charge: withDescription(creditsSchema, 'What was charged, as far as a price was known.'),
  unpricedItems: withDescription(
    z.int(),
    'Items that were bought while no price was known; they are not in the charge.',
  ),
  calls: withDescription(z.int(), 'All calls: those that brought a page, the free and the unknown ones.'),
  freeCalls: withDescription(z.int(), 'Calls that were certainly not charged.'),
  refusedCalls: withDescription(z.int(), 'Of the free ones, those that the API answered 429.'),
  unknownCalls: withDescription(z.int(), 'Calls whose answer was lost: what they cost is not known.'),
  waitedMs: withDescription(z.int(), 'Total time that the pages’ calls waited for their slots.'),
  latencyMs: withDescription(z.int(), 'Total time that the pages’ calls took.'),
}
const sums = z.object(measures)
const before = withDescription(
  sums.nullable(),
  'The same until the same time of what the range is compared with; null without a comparison.',
)

/** Schema of the usage in a range. */
const usageAnswer = z.object({
  from: momentSchema,
  to: momentSchema,
  timeZone: z.string(),
  unit: balanceUnitSchema,
  step: z.enum(BUCKET_STEPS),
  buckets: withDescription(z.array(momentSchema), 'When each bucket begins.'),
  series: withDescription(
    z.array(
      z.object({
        id: withDescription(
          z.string(),
          'The id of the environment, key, …, or the name of the operation or outcome; empty for what has none, such as calls without a search.',
        ),
        ...measures,
        before,
        itemsByBucket: z.array(z.int()),
        chargeByBucket: z.array(creditsSchema),
      }),
    ),
    'All that did anything in the range or before, the most expensive first.',
  ),
  totals: z.object({ ...measures, before }),
  balance: withDescription(
    z.array(creditsSchema.nullable()),
    'The balance of all wallets at the end of each bucket; null where it is not known.',
  ),
})

/** Writes sums as the API does. */
const writtenOf = (view: MeasureSums): z.output<typeof sums> => {
  const { newItems, items } = view.searched ?? { newItems: 0, items: 0 }
  return toApiView(sums, view, {
    newItems,
    repeatItems: items - newItems,
    charge: toCreditsText(view.nano),
    calls: countCalls(view),
    freeCalls: view.frees,
    refusedCalls: view.refused,
    unknownCalls: view.unknowns,
  })
}

/** Sums for examples. */
const EXAMPLE_SUMS = {
  pages: 3,
  items: 300,
  newItems: 280,
  repeatItems: 20,
  charge: '45',
  unpricedItems: 0,
  calls: 4,
  freeCalls: 1,
  refusedCalls: 1,
  unknownCalls: 0,
  waitedMs: 120,
  latencyMs: 960,
}

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

const by = z.enum(Object.keys(DIMENSIONS) as (keyof typeof DIMENSIONS)[])

/** Endpoints for sums of what was bought. */
export const usageEndpoints = {
  getUsage: defineEndpoint({
    route: 'GET /usage',
    permission: 'usage:read',
    summary: 'What was bought in a range, grouped, with the balance, as the page Usage shows it',
    description: 'A range is a preset or two days, both included. It is at most 366 days long.',
    query: z.strictObject({
      range: withDescription(
        z.enum(RANGE_PRESETS).optional(),
        'Up to now: today, 24h, 7d (usual), 30d, month, 90d. The whole month before: last-month.',
      ),
      from: withDescription(daySchema.optional(), 'The first day, instead of `range`.'),
      to: withDescription(daySchema.optional(), 'The last day, instead of `range`.'),
      by: withDescription(by.default('environment'), 'What to group by.'),
      step: withDescription(
        z.enum(BUCKET_STEPS).optional(),
        'How long a bucket is; without it what fits the range. Hours are for at most 16 days.',
      ),
      compare: withDescription(
        z.enum(COMPARISONS).optional(),
        'before: as many days right before; year: the same days of last year.',
      ),
      environmentId: idSchema.optional(),
      keyId: idSchema.optional(),
      walletId: idSchema.optional(),
      memberId: idSchema.optional(),
      serviceId: idSchema.optional(),
      tokenId: idSchema.optional(),
      searchId: idSchema.optional(),
      operation: operationNameSchema.optional(),
      outcome: withDescription(z.enum(OUTCOMES).optional(), 'Only calls that ended so.'),
    }),
    answer: usageAnswer,
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
        ? rangeFromDays(days, now, timeZone)
        : resolveRange({ preset: preset ?? '7d' }, now, timeZone)
      // A program must not get other days than it asked for.
      if (!range) throw invalid(INVALID_RANGE_MESSAGE)
      const step = asked ?? defaultBucketStep(range)
      if (!possibleBucketSteps(range).includes(step))
        throw invalid('The range is too long for this step.', { step: 'Take a longer step.' })
      const { serviceId, tokenId, ...filter } = filters
      const principal = principalFilter({ serviceId, tokenId })
      const { buckets, members, sumsIn } = await listUsage(ctx, {
        range,
        step,
        comparison: compare ?? null,
        dimension: DIMENSIONS[by],
        needsSearched: true,
        ...omitUndefined(filter),
        ...(principal && { principal }),
      })
      const { walletId } = filter
      const walletIds = walletId === undefined ? (await listWallets(ctx)).map(({ id }) => id) : [walletId]
      const inOrder = members.toSorted(
        ({ sums: a }, { sums: b }) =>
          Number(b.nano - a.nano) || b.items - a.items || countCalls(b) - countCalls(a),
      )
      return {
        from: toIsoTime(range.from.toJSDate()),
        to: toIsoTime(range.to.toJSDate()),
        timeZone,
        step,
        unit: (await getProvider(ctx, services.upstreams)).provider.balanceUnit,
        buckets: buckets.map((bucket) => toIsoTime(startOfQuarterHour(bucket.from))),
        series: inOrder.map(({ member, sums, before }) => {
          const inBuckets = sumsIn([member])
          return {
            id: member,
            ...writtenOf(sums),
            before: before && writtenOf(before),
            itemsByBucket: inBuckets.map(({ items }) => items),
            chargeByBucket: inBuckets.map(({ nano }) => toCreditsText(nano)),
          }
        }),
        totals: {
          ...writtenOf(addSums(members.map(({ sums }) => sums))),
          before: compare ? writtenOf(addSums(members.flatMap(({ before }) => before ?? []))) : null,
        },
        balance: (await listBalances(ctx, walletIds, buckets)).map(toCreditsTextOrNull),
      }
    },
  }),
}
