import { type Db, momentOf } from '@/lib/platform/db'
import { isCleanPoint } from './balance-after'
import { CLEAN_WITHIN_MS, pointOf } from './balance-readings'
import { type StoredPoint, selectPointsBefore } from './store'

/** Later than all readings, however far ahead a clock was. */
const END = new Date(Date.UTC(9999, 0))

/** The readings that a wallet's present balance follows from. */
export interface LatestReadings {
  readonly last: StoredPoint
  readonly clean: StoredPoint | null
}

/** Returns the last reading of each of these wallets, and its last clean one, with one query for all. */
export async function readLatestOfEach(
  db: Db,
  teamId: string,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, LatestReadings>> {
  const rows = walletIds.length === 0 ? [] : await selectPointsBefore(db, teamId, walletIds, [END])
  const latest = new Map<string, LatestReadings>()
  // Oldest first: a clean reading, then the last one, unless both are the same.
  for (const row of rows) {
    const before = latest.get(row.walletId)?.last
    const isNear = before && momentOf(row.at).getTime() - momentOf(before.at).getTime() <= CLEAN_WITHIN_MS
    const clean = isCleanPoint(pointOf(row)) ? row : isNear ? before : null
    latest.set(row.walletId, { last: row, clean })
  }
  return latest
}
