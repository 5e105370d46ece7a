import type { Nano } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { type AttemptFilter, type OpenedWhere, selectPendingOfOpened } from './attempt-store'
import type { CountedOpened } from './count-opened'
import { sumSettledOfOpened } from './entry-store'
import { sumResolvedOfOpened } from './resolution-store'

/** The results so far of the attempts opened in a span. */
interface Opened {
  readonly items: number
  readonly chargeNano: Nano
  /** Those that may still be charged, with each hold; null if no price was known. */
  readonly pending: readonly { attemptId: string; reservedItems: number; reservedNano: Nano | null }[]
}

/** How many attempts are asked for by their ids at once: databases take some thirty thousand values. */
const IDS_AT_ONCE = 10_000

/**
 * Sums the attempts opened since `counted.startsAt` and before `endsAt`: the start value of a new budget's period. Reads
 * only what was pending when they were counted and what was opened since.
 */
export async function sumOpened(
  tx: Tx,
  teamId: string,
  filter: AttemptFilter,
  counted: CountedOpened,
  endsAt: Date | null,
): Promise<Opened> {
  const { until, pendingIds } = counted
  const places = Array.from({ length: Math.ceil(pendingIds.length / IDS_AT_ONCE) }, (_, n) => n * IDS_AT_ONCE)
  const wheres: OpenedWhere[] = [
    { teamId, ...filter, openedAt: { gte: until, ...(endsAt && { lt: endsAt }) } },
    ...places.map((at) => ({ teamId, id: { in: pendingIds.slice(at, at + IDS_AT_ONCE) } })),
  ]
  let { items, chargeNano } = counted
  const pending: Opened['pending'][number][] = []
  for (const where of wheres) {
    for (const sum of [sumSettledOfOpened, sumResolvedOfOpened]) {
      const { _sum } = await sum(tx, where)
      items += _sum.items ?? 0
      chargeNano += _sum.chargeNano ?? 0n
    }
    const held = await selectPendingOfOpened(tx, where)
    pending.push(...held.map(({ id, ...reserved }) => ({ attemptId: id, ...reserved })))
  }
  return { items, chargeNano, pending }
}
