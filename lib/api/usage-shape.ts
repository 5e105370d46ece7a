import { z } from 'zod'
import { callsOf, type MeasureSums } from '@/lib/money/usage'
import { BUCKET_STEPS } from '@/lib/platform/calendar'
import { said } from './documented'
import { balanceUnit, credits, moment, toCredits } from './shapes'

const measures = {
  pages: z.int(),
  items: z.int(),
  newItems: said(z.int(), 'Of the items of searches, those that none of their runs had brought before.'),
  repeatItems: said(z.int(), 'Of the items of searches, the others: they were bought again.'),
  charge: said(credits, 'What was charged, as far as a price was known.'),
  unpricedItems: said(
    z.int(),
    'Items that were bought while no price was known; they are not in the charge.',
  ),
  calls: said(z.int(), 'All calls: those that brought a page, the free and the unknown ones.'),
  freeCalls: said(z.int(), 'Calls that were certainly not charged.'),
  refusedCalls: said(z.int(), 'Of the free ones, those that the upstream answered 429.'),
  unknownCalls: said(z.int(), 'Calls whose answer was lost: what they cost is not known.'),
  waitedMs: said(z.int(), 'How long the pages’ calls waited for their slots, all together.'),
  latencyMs: said(z.int(), 'How long the pages’ calls travelled, all together.'),
}
const sums = z.strictObject(measures)
const before = said(
  sums.nullable(),
  'The same until the same time of what the range is compared with; null without a comparison.',
)

/** Schema of the usage in a range. */
export const usage = z.strictObject({
  from: moment,
  to: moment,
  timeZone: z.string(),
  unit: balanceUnit,
  step: z.enum(BUCKET_STEPS),
  buckets: said(z.array(moment), 'When each bucket begins.'),
  series: said(
    z.array(
      z.strictObject({
        id: said(
          z.string(),
          'The id of the environment, key, …, or the name of the operation or outcome; empty for what has none, such as calls without a search.',
        ),
        ...measures,
        before,
        itemsByBucket: z.array(z.int()),
        chargeByBucket: z.array(credits),
      }),
    ),
    'All that did anything in the range or before, the most expensive first.',
  ),
  totals: z.strictObject({ ...measures, before }),
  balance: said(
    z.array(credits.nullable()),
    'The balance of all wallets at the end of each bucket; null where it is not known.',
  ),
})

/** Writes sums as the API does. */
export const writtenOf = (of: MeasureSums): z.output<typeof sums> => {
  const { pages, items, unpricedItems, searched, waitedMs, latencyMs } = of
  const [newItems, searchedItems] = [searched?.newItems ?? 0, searched?.items ?? 0]
  return {
    ...{ pages, items, newItems, repeatItems: searchedItems - newItems, charge: toCredits(of.nano) },
    ...{ unpricedItems, calls: callsOf(of), freeCalls: of.frees, refusedCalls: of.refused },
    ...{ unknownCalls: of.unknowns, waitedMs, latencyMs },
  }
}

/** Sums for examples. */
export const EXAMPLE_SUMS = {
  ...{ pages: 3, items: 300, newItems: 280, repeatItems: 20, charge: '45', unpricedItems: 0, calls: 4 },
  ...{ freeCalls: 1, refusedCalls: 1, unknownCalls: 0, waitedMs: 120, latencyMs: 960 },
}
