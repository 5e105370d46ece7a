import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { readLatest, toReading } from './balance-readings'
import type { ReadingView } from './schemas'
import { deleteReadings, selectFirstReading, selectSpan, updateThinned } from './store'

/** Maximum number of readings in one step. A day has a few hundred, unless somebody reads a balance all the time. */
const MAX = 2000
/** Number of following readings to fetch. The next clean one is nearly always among them. */
const FOLLOWING = 10

/** At most a day of a wallet's readings that have not been checked for thinning. */
export interface OldReadings {
  readonly walletId: string
  /** Oldest first. */
  readonly readings: readonly ReadingView[]
  /** The same readings, with the last clean one before and some that follow. */
  readonly within: readonly ReadingView[]
  /** The start of the next day. */
  readonly to: Date
}

/** Returns the wallet's next day of readings before a moment, from where `thinTo` stopped; null if there is none. */
export async function nextOldReadings(
  { db, team }: TeamCtx,
  walletId: string,
  before: Date,
): Promise<OldReadings | null> {
  const whose = { teamId: team.id, walletId }
  const first = await selectFirstReading(db, whose, before)
  if (!first) return null
  const nextDay = (Math.floor(first.at.getTime() / DAY_MS) + 1) * DAY_MS
  const end = new Date(Math.min(nextDay, before.getTime()))
  const rows = (await selectSpan(db, whose, { from: first.at, to: end }, MAX)).map(toReading)
  const last = rows.at(-1)
  const to = last && rows.length === MAX ? new Date(last.at.getTime() + 1) : end
  const [earlier, following] = await Promise.all([
    readLatest(db, team.id, walletId, first.at),
    selectSpan(db, whose, { from: to, to: new Date(to.getTime() + 7 * DAY_MS) }, FOLLOWING),
  ])
  const clean = earlier?.clean ? [toReading(earlier.clean)] : []
  return { walletId, readings: rows, within: [...clean, ...rows, ...following.map(toReading)], to }
}

/** Deletes some of these readings and notes that all were checked, in the caller's transaction. */
export async function thinTo(
  tx: Tx,
  { team }: TeamCtx,
  { walletId, readings, to }: OldReadings,
  going: ReadonlySet<string>,
): Promise<void> {
  const ids = readings.map(({ id }) => id).filter((id) => going.has(id))
  if (ids.length > 0) await deleteReadings(tx, team.id, ids)
  await updateThinned(tx, team.id, walletId, to)
}
