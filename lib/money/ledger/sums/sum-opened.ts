import type { Nano } from '@/lib/kernel'
import { type Db, sql, type Tx } from '@/lib/platform/db'
import type { AttemptFilter } from '../core/attempt-store'
import { selectResolved } from '../core/resolution-store'
import { type PendingAttempt, selectOutcomes } from './opened-outcomes'
import { type CountedPending, selectOpenedSums, whose, whoseById } from './opened-sums'

/** The attempts opened in a span, as counted in advance. `sumOpened` brings them up to date. */
export interface CountedOpened {
  readonly startsAt: Date
  /** The end of the counted span. No attempt is opened before it any more. */
  readonly until: Date
  readonly items: number
  readonly chargeNano: Nano
  /** Attempts that might still be charged when they were counted. They are in neither sum. */
  readonly pending: readonly CountedPending[]
}

/**
 * Counts the attempts opened from `startsAt` on and before `until` without a lock, from rollups and totals, so that
 * their number does not matter. An attempt that ends in the meantime was pending before and is in neither sum, so the
 * sums stay correct.
 */
export async function countOpened(
  db: Db,
  teamId: string,
  filter: AttemptFilter,
  { startsAt, until }: { readonly startsAt: Date; readonly until: Date },
): Promise<CountedOpened> {
  if (startsAt >= until) return { startsAt, until, items: 0, chargeNano: 0n, pending: [] }
  const sums = await selectOpenedSums(db, teamId, filter, { from: startsAt, to: until })
  return { startsAt, until, ...sums }
}

/** The results so far of the attempts opened in a span. */
interface Opened {
  readonly items: number
  readonly chargeNano: Nano
  /** Attempts that may still be charged, with their holds. */
  readonly pending: readonly PendingAttempt[]
}

/** Maximum number of ids in one statement. Databases take about thirty thousand values. */
const IDS_AT_ONCE = 10_000

/**
 * Sums the attempts opened since `counted.startsAt` and before `endsAt`, the start value of a new budget's period.
 * Reads only what was under way when they were counted, what was opened since, and the resolutions since.
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

/** Splits the ids of attempts into pieces that fit into one statement. */
function inPieces(pending: readonly PendingAttempt[]): string[][] {
  const ids = pending.map(({ attemptId }) => attemptId)
  const places = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, n) => n * IDS_AT_ONCE)
  return places.map((at) => ids.slice(at, at + IDS_AT_ONCE))
}
