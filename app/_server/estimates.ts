import 'server-only'
import { type ByOperation, byOperation, type Tariff } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listOf } from '@/lib/upstream/client'
import { teamCountHabits, teamPrices, teamProvider } from './provider'

export interface Estimate {
  readonly leastItems: number
  readonly mostItems: number
  readonly tariff: Tariff | null
  readonly keepsToCount: boolean
  readonly unit: string
}

/** What a page of each kind may bring and cost, by the page sizes of the team's provider. */
export async function pageEstimates(ctx: TeamCtx): Promise<ByOperation<Estimate>> {
  const [prices, habits, { provider }] = await Promise.all([
    teamPrices(ctx),
    teamCountHabits(ctx),
    teamProvider(ctx),
  ])
  return byOperation((operation) => {
    const { floor, maximum } = listOf(provider, operation).count
    const { keepsToCount, leastCount } = habits[operation]
    return {
      leastItems: floor,
      mostItems: maximum,
      tariff: prices.find((price) => price.operation === operation)?.tariff ?? null,
      keepsToCount: keepsToCount && leastCount <= floor,
      unit: provider.balanceUnit,
    }
  })
}
