import type { Nano } from '@/lib/kernel'
import { type BucketSums, type RollupDimension, sumRollups } from '@/lib/money/ledger'
import type { DailyPrice } from '@/lib/money/prices'
import { type BucketStep, bucketsOf, quarterHourOf, type Range, rangeBefore } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { type BoughtAgain, boughtAgain } from './bought-again'
import { type PageFilter, rollupFilterOf } from './spend-filter'

export interface ComparedQuery extends PageFilter {
  readonly range: Range
  readonly dimension: Exclude<RollupDimension, 'line' | 'team'>
  /** Puts members of the dimension together under one name, or leaves them out by null. */
  memberOf?(member: string): string | null
  /** What an item costs in the lists that charge it once a day: what such a list brought again may have cost nothing. */
  readonly dailyPrices?: readonly DailyPrice[]
}

/** What went to one member of a dimension, beside the period before. */
export interface ComparedSpend {
  readonly member: string
  readonly nano: Nano
  readonly items: number
  readonly newItems: number
  readonly pages: number
  /** Calls whose answer was lost. */
  readonly unknowns: number
  readonly unpricedItems: number
  /** The same until the same time of the period before. */
  readonly beforeNano: Nano
  /** Null where it is not asked for: sums of two filters are not kept. */
  readonly again: BoughtAgain | null
  /** The part that searches bought: only of that it is known what is new. Null where `again` is. */
  readonly searched: { readonly nano: Nano; readonly items: number } | null
}

/** The searches' own sums; what a service or a test buys is compared with nothing. */
const NO_SEARCH = ''

/**
 * What a range's spend went to, the most expensive first, with the period before and what was bought again. Reads the sums
 * of days: its cost grows with days and members, not with calls.
 */
export async function compareSpend(ctx: TeamCtx, query: ComparedQuery): Promise<ComparedSpend[]> {
  const { range, dimension, memberOf = same, dailyPrices = [] } = query
  const before = rangeBefore(range, ctx.clock.now()).soFar
  const spans = bucketsOf(range, coarseStep(range))
  const buckets = [...spans, { from: quarterAt(before.from), to: quarterAt(before.to) }]
  const filter = rollupFilterOf(query)
  const isOfSearches = dimension === 'searchId' || filter.searchId !== undefined
  const isTold = isOfSearches || Object.keys(filter).length === 0
  const [sums, others, daily] = await Promise.all([
    sumRollups(ctx, buckets, dimension, filter),
    isOfSearches || !isTold ? null : sumRollups(ctx, spans, dimension, { searchId: NO_SEARCH }),
    Promise.all(
      (isTold ? dailyPrices : []).map(async ({ operation, perItem }) =>
        (await sumRollups(ctx, spans, dimension, { ...filter, operation })).map((sum) => ({
          member: memberOf(sum.member),
          nano: besideNew(sum, perItem),
        })),
      ),
    ),
  ])
  const againOf = (member: string, ofSearches: readonly BucketSums[], all: readonly BucketSums[]) => {
    const again = boughtAgain(ofSearches)
    if (dailyPrices.length === 0) return again
    const charged = daily.flat().reduce((sum, one) => (one.member === member ? sum + one.nano : sum), 0n)
    // What services and tests bought is in it as well.
    return atMost(again, charged - totalsOf(all).nano + totalsOf(ofSearches).nano)
  }
  const members = new Map<string, BucketSums[]>()
  for (const sum of sums) {
    const member = memberOf(sum.member)
    if (member === null) continue
    const own = members.get(member)
    if (own) own.push(sum)
    else members.set(member, [sum])
  }
  return [...members]
    .map(([member, own]) => {
      const within = own.filter(({ bucket }) => bucket < spans.length)
      const ofSearches = isOfSearches
        ? member === NO_SEARCH && dimension === 'searchId'
          ? []
          : within
        : less(within, others ?? [])
      return {
        member,
        ...totalsOf(within),
        beforeNano: totalsOf(own.filter(({ bucket }) => bucket === spans.length)).nano,
        again: isTold ? againOf(member, ofSearches, within) : null,
        searched: isTold ? totalsOf(ofSearches) : null,
      }
    })
    .filter(({ nano, items, unknowns, beforeNano }) => nano > 0n || items + unknowns > 0 || beforeNano > 0n)
    .sort((a, b) => (a.nano < b.nano ? 1 : a.nano > b.nano ? -1 : b.items - a.items))
}

/** What a list charged that was not for new items. */
function besideNew({ chargeNano, newItems }: BucketSums, perItem: Nano): Nano {
  const nano = chargeNano - BigInt(newItems) * perItem
  return nano > 0n ? nano : 0n
}

const atMost = ({ items, nano }: BoughtAgain, most: Nano): BoughtAgain => ({
  items,
  nano: most < 0n ? 0n : nano < most ? nano : most,
})

const DAYS_UNTIL = 10
const WEEKS_UNTIL_DAYS = 120

/** Each bucket is a row of each search, and tells no more than the others of its prices unless these change. */
function coarseStep({ from, to }: Range): BucketStep {
  const days = to.diff(from, 'days').days
  return days <= DAYS_UNTIL ? 'day' : days <= WEEKS_UNTIL_DAYS ? 'week' : 'month'
}

const same = (member: string): string => member

const quarterAt = (at: Range['from']): number => quarterHourOf(at.toJSDate())

const totalsOf = (sums: readonly BucketSums[]) => ({
  nano: sums.reduce((sum, { chargeNano }) => sum + chargeNano, 0n),
  items: sums.reduce((sum, { items }) => sum + items, 0),
  pages: sums.reduce((sum, { pages }) => sum + pages, 0),
  unknowns: sums.reduce((sum, { unknowns }) => sum + unknowns, 0),
  newItems: sums.reduce((sum, { newItems }) => sum + newItems, 0),
  unpricedItems: sums.reduce((sum, { unpricedItems }) => sum + unpricedItems, 0),
})

/** Each span's sums without those of the same span that came from no search. */
const less = (sums: readonly BucketSums[], others: readonly BucketSums[]): BucketSums[] =>
  sums.map((sum) => {
    const other = others.find(({ bucket, member }) => bucket === sum.bucket && member === sum.member)
    if (!other) return sum
    return {
      ...sum,
      items: sum.items - other.items,
      newItems: sum.newItems - other.newItems,
      unpricedItems: sum.unpricedItems - other.unpricedItems,
      chargeNano: sum.chargeNano - other.chargeNano,
    }
  })
