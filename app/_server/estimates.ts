import 'server-only'
import { type ByOperation, byOperation, LOOK_UP, maxChargeOf, type Nano, type Tariff } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listOf } from '@/lib/upstream/client'
import { providerPrices } from '@/lib/upstream/providers'
import { teamCountHabits, teamPrices, teamProvider } from './provider'

export interface Estimate {
  readonly leastItems: number
  readonly mostItems: number
  readonly tariff: Tariff | null
  readonly keepsToCount: boolean
  readonly unit: string
  /** Cost of looking up a user first, if this list needs a numeric id; null if no lookup is needed. */
  readonly lookUpNano: Nano | null
}

/** Estimates what a page of each kind may bring and cost, by the page sizes of the team's provider. */
export async function pageEstimates(ctx: TeamCtx): Promise<ByOperation<Estimate>> {
  const [prices, habits, { provider }] = await Promise.all([
    teamPrices(ctx),
    teamCountHabits(ctx),
    teamProvider(ctx),
  ])
  const lookUp = providerPrices(provider)[LOOK_UP] ?? null
  return byOperation((operation) => {
    const { count, subject } = listOf(provider, operation)
    const { floor, maximum } = count
    const { keepsToCount, leastCount } = habits[operation]
    return {
      leastItems: floor,
      mostItems: maximum,
      tariff: prices.find((price) => price.operation === operation)?.tariff ?? null,
      keepsToCount: keepsToCount && leastCount <= floor,
      unit: provider.balanceUnit,
      lookUpNano: subject.is === 'id' && lookUp !== null ? maxChargeOf(lookUp, 1) : null,
    }
  })
}
