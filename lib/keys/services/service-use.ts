import type { Nano } from '@/lib/kernel'
import { sumRollups } from '@/lib/money/ledger'
import { quarterHoursOf, type Range } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { selectLastUses } from './store'

/** A service's usage in a range, by the ledger. */
export interface ServiceUse {
  /** Number of calls that were sent, or refused before that. */
  readonly calls: number
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
  readonly unpricedItems: number
  /** Number of calls that the upstream answered 429. */
  readonly refused: number
  /** Number of calls whose answer was lost. */
  readonly unknowns: number
  /** Totals over pages: how long their calls waited for their slots and travelled, in milliseconds. */
  readonly waitedMs: number
  readonly latencyMs: number
}

const SERVICE = 'service:'

/**
 * Returns each service's usage in a range, deleted services included; those that did not call are left out. Reads the
 * sums of days.
 */
export async function listServiceUse(
  ctx: TeamCtx,
  range: Range,
  environmentId: string | null = null,
): Promise<ReadonlyMap<string, ServiceUse>> {
  const sums = await sumRollups(
    ctx,
    [quarterHoursOf(range)],
    'principal',
    environmentId ? { environmentId } : {},
  )
  return new Map(
    sums
      .filter(({ member }) => member.startsWith(SERVICE))
      .map(({ member, ...sum }) => [member.slice(SERVICE.length), asUse(sum)]),
  )
}

/** Returns when each service last used a gateway key, revoked ones included; to the minute. */
export const listLastUses = ({ db, team }: TeamCtx): Promise<ReadonlyMap<string, Date>> =>
  selectLastUses(db, team.id)

/** Returns one service's usage in a range. */
export async function getServiceUse(ctx: TeamCtx, serviceId: string, range: Range): Promise<ServiceUse> {
  const of = { principal: 'service', principalId: serviceId }
  const [sum] = await sumRollups(ctx, [quarterHoursOf(range)], 'team', of)
  return sum ? asUse(sum) : NOTHING
}

type RollupSum = Omit<ServiceUse, 'calls'> & { readonly frees: number }

function asUse(sum: RollupSum): ServiceUse {
  const { pages, items, chargeNano, unpricedItems, frees, refused, unknowns, waitedMs, latencyMs } = sum
  const calls = pages + frees + unknowns
  return { calls, pages, items, chargeNano, unpricedItems, refused, unknowns, waitedMs, latencyMs }
}

const NOTHING: ServiceUse = {
  ...{ calls: 0, pages: 0, items: 0, chargeNano: 0n, unpricedItems: 0 },
  ...{ refused: 0, unknowns: 0, waitedMs: 0, latencyMs: 0 },
}
