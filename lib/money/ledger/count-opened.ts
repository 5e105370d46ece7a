import type { Nano } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { type AttemptFilter, selectOpenedAfter, selectPendingOfOpened } from './attempt-store'
import { sumSettledOfOpened } from './entry-store'
import { sumResolvedOfOpened } from './resolution-store'

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
  readonly pendingIds: readonly string[]
}

/**
 * Counts the attempts opened from `startsAt` on and before `until`, piece by piece and without a lock, however many they
 * are. What ends meanwhile is in neither sum, since it was pending before: so the sums stay true.
 */
export async function countOpened(
  db: Db,
  teamId: string,
  filter: AttemptFilter,
  { startsAt, until }: { readonly startsAt: Date; readonly until: Date },
  atOnce = AT_ONCE,
): Promise<CountedOpened> {
  let [items, chargeNano] = [0, 0n]
  const pendingIds: string[] = []
  let from = startsAt
  while (from < until) {
    const next = await selectOpenedAfter(db, teamId, from, until, atOnce)
    const opened = { teamId, ...filter, openedAt: { gte: from, lt: next ?? until } }
    // First the pending ones: the sums leave them out, whatever becomes of them in between.
    const pending = (await selectPendingOfOpened(db, opened)).map(({ id }) => id)
    for (const sum of [sumSettledOfOpened, sumResolvedOfOpened]) {
      const { _sum } = await sum(db, { ...opened, id: { notIn: pending } })
      items += _sum.items ?? 0
      chargeNano += _sum.chargeNano ?? 0n
    }
    pendingIds.push(...pending)
    from = next ?? until
  }
  return { startsAt, until, items, chargeNano, pendingIds }
}
