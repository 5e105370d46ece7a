import { compareNano, type Nano } from '@/lib/kernel'
import { type RepeatSums, type RollupDimension, sumRepeats } from '@/lib/money/ledger'
import type { DailyPrice } from '@/lib/money/prices'
import {
  type BucketStep,
  comparisonRange,
  quarterHourOf,
  type Range,
  splitIntoBuckets,
} from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { type PageFilter, toRollupFilter } from './spend-filter'

export interface ComparedQuery extends PageFilter {
  readonly range: Range
  readonly dimension: Exclude<RollupDimension, 'line' | 'team'>
  /** Returns the name under which members of the dimension are combined; null leaves a member out. */
  memberOf?(member: string): string | null
  /** Item prices in the lists that charge an item once a day. Repeats in such a list may have cost nothing. */
  readonly dailyPrices?: readonly DailyPrice[]
}

/** Spend on one member of a dimension, with the previous period. */
export interface ComparedSpend {
  readonly member: string
  readonly nano: Nano
  readonly items: number
  readonly newItems: number
  readonly pages: number
  /** Calls whose answer was lost. */
  readonly unknowns: number
  readonly unpricedItems: number
  /** Spend of the previous period up to the same time. */
  readonly beforeNano: Nano
  /** Null if not requested, because sums of two filters are not kept. */
  readonly again: BoughtAgain | null
  /** The part that searches bought, because new items are known only for them. Null if `again` is. */
  readonly searched: { readonly nano: Nano; readonly items: number } | null
}

/** Filter of the calls without a search. What a service or a test buys is compared with nothing. */
const NO_SEARCH = ''

/**
 * Returns what a range's spend went to, most expensive first, with the previous period and what was bought again.
 * Reads the sums of days, so the cost grows with days and members, not with calls.
 */
export async function compareSpend(ctx: TeamCtx, query: ComparedQuery): Promise<ComparedSpend[]> {
  const { range, dimension, memberOf = same, dailyPrices = [] } = query
  const before = comparisonRange(range, ctx.clock.now()).soFar
  const spans = splitIntoBuckets(range, coarseStep(range))
  const buckets = [...spans, { from: quarterAt(before.from), to: quarterAt(before.to) }]
  const filter = toRollupFilter(query)
  const isOfSearches = dimension === 'searchId' || filter.searchId !== undefined
  const isTold = isOfSearches || Object.keys(filter).length === 0
  const [sums, others, daily] = await Promise.all([
    sumRepeats(ctx, buckets, dimension, filter),
    isOfSearches || !isTold ? null : sumRepeats(ctx, spans, dimension, { searchId: NO_SEARCH }),
    Promise.all(
      (isTold ? dailyPrices : []).map(async ({ operation, perItem }) =>
        (await sumRepeats(ctx, spans, dimension, { ...filter, operation })).map((sum) => ({
          member: memberOf(sum.member),
          nano: besideNew(sum, perItem),
        })),
      ),
    ),
  ])
  const againOf = (member: string, ofSearches: readonly RepeatSums[], all: readonly RepeatSums[]) => {
    const again = computeBoughtAgain(ofSearches)
    if (dailyPrices.length === 0) return again
    const charged = daily.flat().reduce((sum, one) => (one.member === member ? sum + one.nano : sum), 0n)
    // The charge includes what services and tests bought.
    return atMost(again, charged - totalsOf(all).nano + totalsOf(ofSearches).nano)
  }
  const members = new Map<string, RepeatSums[]>()
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
    .sort((a, b) => compareNano(b.nano, a.nano) || b.items - a.items)
}

/** Returns what a list charged for anything but new items. */
function besideNew({ chargeNano, newItems }: RepeatSums, perItem: Nano): Nano {
  const nano = chargeNano - BigInt(newItems) * perItem
  return nano > 0n ? nano : 0n
}

const atMost = ({ items, nano }: BoughtAgain, max: Nano): BoughtAgain => ({
  items,
  nano: max < 0n ? 0n : nano < max ? nano : max,
})

const DAYS_UNTIL = 10
const WEEKS_UNTIL_DAYS = 120

/** Returns a coarse step, because each bucket is a row per search and shows nothing more unless prices change. */
function coarseStep({ from, to }: Range): BucketStep {
  const days = to.diff(from, 'days').days
  return days <= DAYS_UNTIL ? 'day' : days <= WEEKS_UNTIL_DAYS ? 'week' : 'month'
}

const same = (member: string): string => member

const quarterAt = (at: Range['from']): number => quarterHourOf(at.toJSDate())

const totalsOf = (sums: readonly RepeatSums[]) => ({
  nano: sums.reduce((sum, { chargeNano }) => sum + chargeNano, 0n),
  items: sums.reduce((sum, { items }) => sum + items, 0),
  pages: sums.reduce((sum, { pages }) => sum + pages, 0),
  unknowns: sums.reduce((sum, { unknowns }) => sum + unknowns, 0),
  newItems: sums.reduce((sum, { newItems }) => sum + newItems, 0),
  unpricedItems: sums.reduce((sum, { unpricedItems }) => sum + unpricedItems, 0),
})

/** Subtracts from each span's sums those of the same span that came from no search. */
const less = (sums: readonly RepeatSums[], others: readonly RepeatSums[]): RepeatSums[] =>
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

/** Sums of one span, such as a day or a week, in which prices hardly change. */
type SpanSums = Pick<RepeatSums, 'items' | 'newItems' | 'unpricedItems' | 'chargeNano'>

/** Items that an earlier run of the same question had found, and their cost. */
export interface BoughtAgain {
  readonly items: number
  readonly nano: Nano
}

/**
 * Returns how many items were bought again, and their part of the charge, in proportion to the priced items. Each sum
 * is computed on its own and then added, because prices may differ between them.
 */
export function computeBoughtAgain(sums: readonly SpanSums[]): BoughtAgain {
  return sums.reduce<BoughtAgain>(
    (total, { items, newItems, unpricedItems, chargeNano }) => {
      const again = Math.max(0, items - newItems)
      const priced = BigInt(Math.max(1, items - unpricedItems))
      const part = again > items - unpricedItems ? priced : BigInt(again)
      return { items: total.items + again, nano: total.nano + (chargeNano * part) / priced }
    },
    { items: 0, nano: 0n },
  )
}
