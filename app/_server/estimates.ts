import 'server-only'
import type { Micro } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { maximumCount } from '@/lib/upstream/client'
import { teamPrices } from './contract'

const FLOOR = 20

export interface Estimate {
  readonly leastItems: number
  readonly mostItems: number
  readonly priceMicro: Micro | null
}

/** What a page of each kind may bring and cost (upstream-interface, Limits / Page size and Charging). */
export async function pageEstimates(
  ctx: TeamCtx,
): Promise<Record<'timeline' | 'search' | 'followers', Estimate>> {
  const prices = await teamPrices(ctx)
  const estimate = (operation: 'timeline' | 'search' | 'followers'): Estimate => ({
    leastItems: FLOOR,
    mostItems: maximumCount(operation),
    priceMicro: prices.find((price) => price.operation === operation)?.priceMicro ?? null,
  })
  return { timeline: estimate('timeline'), search: estimate('search'), followers: estimate('followers') }
}
