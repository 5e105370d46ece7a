import type { Nano } from '@/lib/kernel'
import { sql, type Tx } from '@/lib/platform/db'
import type { AttemptFilter } from './attempt-store'
import type { CountedOpened } from './count-opened'
import { type PendingAttempt, selectOutcomes } from './opened-outcomes'
import { whose, whoseById } from './opened-sums'
import { selectResolved } from './resolution-store'

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
 * only what was under way when they were counted, what was opened since, and what lost calls were resolved since.
 */
export async function sumOpened(
  tx: Tx,
  teamId: string,
  filter: AttemptFilter,
  counted: CountedOpened,
  endsAt: Date | null,
): Promise<Opened> {
  const { until } = counted
  const lost = counted.pending.filter(({ isLost }) => isLost)
  const open = counted.pending.filter(({ isLost }) => !isLost)
  const which = [
    sql`${whose('a', teamId, filter)} AND a."openedAt" >= ${until} ${endsAt ? sql`AND a."openedAt" < ${endsAt}` : sql``}`,
    ...inPieces(open).map((ids) => whoseById(teamId, filter, ids)),
  ]
  let { items, chargeNano } = counted
  const pending: PendingAttempt[] = []
  for (const condition of which) {
    const found = await selectOutcomes(tx, condition)
    items += found.items
    chargeNano += found.chargeNano
    pending.push(...found.pending)
  }
  const resolved = new Set<string>()
  for (const ids of inPieces(lost))
    for (const found of await selectResolved(tx, teamId, ids)) {
      resolved.add(found.attemptId)
      if (found.finding !== 'charged') continue
      items += found.items
      chargeNano += found.chargeNano ?? 0n
    }
  pending.push(...lost.filter(({ attemptId }) => !resolved.has(attemptId)))
  return { items, chargeNano, pending }
}

/** The ids of attempts, so many at once as a statement takes. */
function inPieces(pending: readonly PendingAttempt[]): string[][] {
  const ids = pending.map(({ attemptId }) => attemptId)
  const places = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, n) => n * IDS_AT_ONCE)
  return places.map((at) => ids.slice(at, at + IDS_AT_ONCE))
}
