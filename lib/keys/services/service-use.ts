import type { Nano } from '@/lib/kernel'
import { sumRollups } from '@/lib/money/ledger'
import { quarterHoursOf, type Range } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { selectLastUses } from './store'

/** What a service used in a range, by the ledger. */
export interface ServiceUse {
  /** Calls that were sent, or refused before that. */
  readonly calls: number
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
  readonly unpricedItems: number
  /** Calls that the upstream answered 429. */
  readonly refused: number
  /** Calls whose answer was lost. */
  readonly unknowns: number
  /** Of the pages, how long their calls waited for their slots and travelled, in milliseconds, all together. */
  readonly waitedMs: number
  readonly latencyMs: number
}

const SERVICE = 'service:'

/** What each service used in a range, also deleted ones; those that did not call are left out. Reads the sums of days. */
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

/** When each service last used a gateway key, also one that is revoked by now; to the minute. */
export const listLastUses = ({ db, team }: TeamCtx): Promise<ReadonlyMap<string, Date>> =>
  selectLastUses(db, team.id)

/** What one service used in a range. */
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
