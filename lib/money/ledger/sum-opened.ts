import type { Nano } from '@/lib/kernel'
import { sql, type Tx } from '@/lib/platform/db'
import type { AttemptFilter } from './attempt-store'
import type { CountedOpened } from './count-opened'
import { type PendingAttempt, selectOutcomes } from './opened-outcomes'
import { whose, whoseById } from './opened-sums'

/** The results so far of the attempts opened in a span. */
interface Opened {
  readonly items: number
  readonly chargeNano: Nano
  /** Those that may still be charged, with each hold. */
  readonly pending: readonly PendingAttempt[]
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
  const which = [
    sql`${whose('a', teamId, filter)} AND a."openedAt" >= ${until} ${endsAt ? sql`AND a."openedAt" < ${endsAt}` : sql``}`,
    ...places.map((at) => whoseById(teamId, filter, pendingIds.slice(at, at + IDS_AT_ONCE))),
  ]
  let { items, chargeNano } = counted
  const pending: PendingAttempt[] = []
  for (const condition of which) {
    const found = await selectOutcomes(tx, condition)
    items += found.items
    chargeNano += found.chargeNano
    pending.push(...found.pending)
  }
  return { items, chargeNano, pending }
}
