import type { Nano } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { type AttemptFilter, selectOpenedAfter, selectPendingOfOpened } from './attempt-store'
import { sumSettledOfOpened } from './entry-store'
import { type CountedPending, countedPendingOf, selectOpenedSums } from './opened-sums'
import { sumResolvedOfOpened } from './resolution-store'
import { selectFilledFrom } from './rollup-quarters'

/** How many attempts are read at once: some ten milliseconds, in which a process with SQLite does nothing else. */
const AT_ONCE = 10_000

/** The attempts opened in a span as they were counted at leisure; `sumOpened` brings them up to date. */
export interface CountedOpened {
  readonly startsAt: Date
  /** The end of what was counted. Nothing is opened before it any more. */
  readonly until: Date
  readonly items: number
  readonly chargeNano: Nano
  /** Those that might still be charged when they were counted: they are in neither sum. */
  readonly pending: readonly CountedPending[]
}

/**
 * Counts the attempts opened from `startsAt` on and before `until`, without a lock, however many they are: from rollups
 * and totals; those that the backfill has not reached one by one. What ends meanwhile is in neither sum, since it was
 * pending before: so the sums stay true.
 */
export async function countOpened(
  db: Db,
  teamId: string,
  filter: AttemptFilter,
  { startsAt, until }: { readonly startsAt: Date; readonly until: Date },
  atOnce = AT_ONCE,
): Promise<CountedOpened> {
  if (startsAt >= until) return { startsAt, until, items: 0, chargeNano: 0n, pending: [] }
  // Unfilled entries are in other rollups, and do not say when their calls were opened.
  if ((await selectFilledFrom(db, teamId)) > 0)
    return countOneByOne(db, teamId, filter, { startsAt, until }, atOnce)
  const { items, chargeNano, pending } = await selectOpenedSums(db, teamId, filter, {
    from: startsAt,
    to: until,
  })
  return {
    ...{ startsAt, until, items, chargeNano, pending },
  }
}

/**
 * The same from the attempts themselves, piece by piece. What ends meanwhile is in neither sum, since it was pending before: so the sums stay true.
 */
async function countOneByOne(
  db: Db,
  teamId: string,
  filter: AttemptFilter,
  { startsAt, until }: { readonly startsAt: Date; readonly until: Date },
  atOnce: number,
): Promise<CountedOpened> {
  let [items, chargeNano] = [0, 0n]
  const pending: CountedPending[] = []
  let from = startsAt
  while (from < until) {
    const next = await selectOpenedAfter(db, teamId, from, until, atOnce)
    const opened = { teamId, ...filter, openedAt: { gte: from, lt: next ?? until } }
    // First the pending ones: the sums leave them out, whatever becomes of them in between.
    const found = await selectPendingOfOpened(db, opened)
    const ids = found.map(({ id }) => id)
    for (const sum of [sumSettledOfOpened, sumResolvedOfOpened]) {
      const { _sum } = await sum(db, { ...opened, id: { notIn: ids } })
      items += _sum.items ?? 0
      chargeNano += _sum.chargeNano ?? 0n
    }
    pending.push(...found.map(countedPendingOf))
    from = next ?? until
  }
  return { startsAt, until, items, chargeNano, pending }
}
