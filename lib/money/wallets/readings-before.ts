import { createCache } from '@/lib/platform/cache'
import { momentOf, type StoredMoment, type TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { isCleanPoint, type ReadBalance } from './balance-after'
import { pointOf } from './balance-readings'
import { type StoredPoint, selectPointsBefore, selectReadTo, selectSpan } from './store'

/** A wallet's stored reading with its moment. */
export interface PlacedReading extends ReadBalance {
  readonly id: string
  readonly walletId: string
  readonly at: Date
}

/** Maximum number of cached moments, of all teams together. They take about twenty megabytes. */
const MAX_MOMENTS = 50_000

const keptReadings = () =>
  processWide('readings-before', () => createCache<readonly PlacedReading[]>({ most: MAX_MOMENTS }))

/**
 * Returns the readings that wallets' balances at some moments follow from, oldest first: for each wallet and moment,
 * the last reading before it and the last clean one.
 *
 * This process caches them. Readings are ordered by when they were recorded, so none is added before a moment that
 * they have passed, and for a later moment the newest ones apply until there is another. It reads again after old ones
 * were thinned.
 */
export async function listReadingsBefore(
  { db, team }: TeamCtx,
  walletIds: readonly string[],
  moments: readonly Date[],
): Promise<PlacedReading[]> {
  if (walletIds.length === 0 || moments.length === 0) return []
  // Read before the readings. If readings are added or thinned in between, the result is cached under a name that
  // nobody asks for again.
  const wallets = await selectReadTo(db, team.id, walletIds)
  const readTo = new Map(
    wallets.map(({ id, thinnedTo, lastAt }) => [id, { thinnedTo: msOf(thinnedTo), lastAt: msOf(lastAt) }]),
  )
  const nameOf = (walletId: string, moment: Date): string | null => {
    const wallet = readTo.get(walletId)
    if (!wallet) return null
    const { thinnedTo, lastAt } = wallet
    const isPassed = lastAt !== null && lastAt >= moment.getTime()
    return `${walletId} ${thinnedTo} ${isPassed ? moment.getTime() : `since ${lastAt}`}`
  }
  // A reading added in between is before only some of the later moments, but these share one name.
  const areOfThen = (walletId: string, readings: readonly PlacedReading[]): boolean => {
    const lastAt = readTo.get(walletId)?.lastAt ?? null
    return readings.every(({ at }) => lastAt !== null && at.getTime() <= lastAt)
  }
  const found = new Map<string, PlacedReading>()
  const add = (readings: readonly PlacedReading[]) => {
    for (const reading of readings) found.set(reading.id, reading)
  }
  const missing = moments.filter((moment) =>
    walletIds.some((id) => {
      const name = nameOf(id, moment)
      const kept = name === null ? undefined : keptReadings().get(name)
      if (kept) add(kept)
      return !kept
    }),
  )
  if (missing.length > 0) {
    const rows = (await selectPointsBefore(db, team.id, walletIds, missing)).map(toPlaced)
    for (const id of walletIds) {
      const own = rows.filter(({ walletId }) => walletId === id)
      for (const moment of missing) {
        const name = nameOf(id, moment)
        const readings = lastBefore(own, moment)
        if (name !== null && areOfThen(id, readings)) keptReadings().set(name, readings)
        add(readings)
      }
    }
  }
  return [...found.values()].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** Returns the first balance that was read of a wallet in a span; null if none was. */
export async function findFirstBalance(
  { db, team }: TeamCtx,
  walletId: string,
  span: { readonly from: Date; readonly to: Date },
): Promise<Pick<PlacedReading, 'at' | 'balanceNano'> | null> {
  const [first] = await selectSpan(db, { teamId: team.id, walletId }, span, 1)
  return first ? { at: momentOf(first.at), balanceNano: pointOf(first).balanceNano } : null
}

const msOf = (at: StoredMoment | null): number | null => (at === null ? null : momentOf(at).getTime())

const toPlaced = (row: StoredPoint): PlacedReading => ({
  id: row.id,
  walletId: row.walletId,
  at: momentOf(row.at),
  ...pointOf(row),
})

/** Returns the last reading before a moment and the last clean one. The readings must be ordered, oldest first. */
function lastBefore(readings: readonly PlacedReading[], moment: Date): PlacedReading[] {
  const last = readings.findLastIndex(({ at }) => at < moment)
  const clean = readings.findLastIndex((reading, place) => place <= last && isCleanPoint(reading))
  return [...new Set([clean, last])].flatMap((place) => readings[place] ?? [])
}
