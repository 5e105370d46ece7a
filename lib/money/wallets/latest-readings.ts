import { type Db, momentOf } from '@/lib/platform/db'
import { isCleanPoint } from './balance-after'
import { CLEAN_WITHIN_MS, pointOf } from './balance-readings'
import { type StoredPoint, selectPointsBefore } from './store'

/** Later than all readings, wherever a clock was. */
const END = new Date(Date.UTC(9999, 0))

/** What a wallet's balance follows from now. */
export interface LatestReadings {
  readonly last: StoredPoint
  readonly clean: StoredPoint | null
}

/** The last reading of each of these wallets, and its last clean one: one question for all of them. */
export async function readLatestOfEach(
  db: Db,
  teamId: string,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, LatestReadings>> {
  const rows = walletIds.length === 0 ? [] : await selectPointsBefore(db, teamId, walletIds, [END])
  const latest = new Map<string, LatestReadings>()
  // The oldest comes first: a clean one, then the last one, unless both are one.
  for (const row of rows) {
    const before = latest.get(row.walletId)?.last
    const isNear = before && momentOf(row.at).getTime() - momentOf(before.at).getTime() <= CLEAN_WITHIN_MS
    const clean = isCleanPoint(pointOf(row)) ? row : isNear ? before : null
    latest.set(row.walletId, { last: row, clean })
  }
  return latest
}
