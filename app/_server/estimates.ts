import 'server-only'
import {
  type ByOperation,
  byOperation,
  LOOK_UP_OPERATION,
  maxChargeForPage,
  type Nano,
  type Operation,
  type Tariff,
} from '@/lib/kernel'
import { sumRollups } from '@/lib/money/ledger'
import { lastQuarterHours } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listFormOf } from '@/lib/upstream/client'
import type { PacerFigures } from '@/lib/upstream/pacing'
import { providerPrices } from '@/lib/upstream/providers'
import { teamCountHabits, teamPrices, teamProvider } from './provider'

export interface Estimate {
  readonly minItems: number
  readonly maxItems: number
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
  const lookUp = providerPrices(provider)[LOOK_UP_OPERATION] ?? null
  return byOperation((operation) => {
    const { count, subject } = listFormOf(provider, operation)
    const { floor, maximum } = count
    const { keepsToCount, leastCount } = habits[operation]
    return {
      minItems: floor,
      maxItems: maximum,
      tariff: prices.find((price) => price.operation === operation)?.tariff ?? null,
      keepsToCount: keepsToCount && leastCount <= floor,
      unit: provider.balanceUnit,
      lookUpNano: subject.is === 'id' && lookUp !== null ? maxChargeForPage(lookUp, 1) : null,
    }
  })
}

const DAYS = 7
// Fewer answers say little about the next ones.
const MIN_PAGES = 20

/**
 * Returns how long a page of an operation took on average with each key, in milliseconds, over the last week; a key
 * with too few pages is missing.
 */
export async function averageAnswerTimes(
  ctx: TeamCtx,
  operation: Operation,
): Promise<ReadonlyMap<string, number>> {
  const sums = await sumRollups(ctx, [lastQuarterHours(ctx.clock.now(), DAYS)], 'keyId', { operation })
  return new Map(
    sums.flatMap(({ member, pages, latencyMs }) =>
      pages >= MIN_PAGES ? [[member, latencyMs / pages] as const] : [],
    ),
  )
}

/** Returns the state of a key that the member may see; null if this Purser has not used it. */
export async function keyFigures(ctx: TeamCtx, keyId: string): Promise<PacerFigures | null> {
  return (await currentRuntime().worker.perform('figuresOf', ctx, [keyId])).get(keyId) ?? null
}
