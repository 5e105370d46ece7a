import type { Nano } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import type { AttemptFilter } from './attempt-store'
import { type CountedPending, selectOpenedSums } from './opened-sums'

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
 * and totals. What ends meanwhile is in neither sum, since it was pending before: so the sums stay true.
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
