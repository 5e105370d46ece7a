import 'server-only'
import { type ByOperation, byOperation, maximumCount, type Nano, SMALLEST_PAGE } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { teamCountHabits, teamPrices } from './provider'

export interface Estimate {
  readonly leastItems: number
  readonly mostItems: number
  readonly priceNano: Nano | null
  readonly keepsToCount: boolean
}

/** What a page of each kind may bring and cost (upstream-interface, Limits / Page size and Charging). */
export async function pageEstimates(ctx: TeamCtx): Promise<ByOperation<Estimate>> {
  const [prices, habits] = await Promise.all([teamPrices(ctx), teamCountHabits(ctx)])
  return byOperation((operation) => ({
    leastItems: SMALLEST_PAGE,
    mostItems: maximumCount(operation),
    priceNano: prices.find((price) => price.operation === operation)?.priceNano ?? null,
    keepsToCount: habits[operation].keepsToCount && habits[operation].leastCount <= SMALLEST_PAGE,
  }))
}
