import type { Clock } from '@/lib/kernel'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { DIMENSIONS, type RollupDimensions, type RollupSums, summed } from '../core/rollup-store'
import { selectCombined } from '../core/rollup-sums'
import { DAY_GROUPINGS, type DayGrouping, placeIn } from './day-groupings'
import {
  beginRevision,
  closeDay,
  type DaySpan,
  type DaySumRow,
  deleteSums,
  insertDaySums,
  noteSwept,
  type OpenDay,
  selectDay,
} from './day-store'

export interface ReadParts {
  readonly db: Db
  readonly teamId: string
}

/** Sums of one combination of members. */
type Combined = RollupDimensions & RollupSums

/** Context in which a team's days are summed. */
export interface DayParts extends ReadParts {
  readonly clock: Clock
  /** Returns false once another process has taken over. Then nothing is written. */
  isMine(tx: Tx): Promise<boolean>
}

/** Number of sums below which the next statement reads more quarter hours, and above which it reads fewer. */
const FEW_SUMS = 400
const MANY_SUMS = 800
/** Number of sums written or deleted in one transaction, which takes SQLite's only writer about five milliseconds. */
const WRITTEN_AT_ONCE = 250

/** Runs `work` in a transaction, or returns null without writing if the lease was lost. */
const mine = <T>({ db, isMine }: DayParts, work: (tx: Tx) => Promise<T>): Promise<T | null> =>
  transaction(db, async (tx) => ((await isMine(tx)) ? work(tx) : null))

/**
 * Writes a day's sums as a new revision, puts it in force if nothing was added in the meantime, and deletes older
 * ones. Yields after each short step, and may be abandoned at any of them.
 */
export async function* deriveDay(parts: DayParts, { id, ...span }: OpenDay): AsyncGenerator<void, void> {
  const day = await selectDay(parts.db, id)
  if (day && day.closedChanges !== day.changes) {
    const begun = await mine(parts, (tx) => beginRevision(tx, id))
    if (!begun) return
    yield
    const read: Combined[] = []
    for await (const rows of readDay(parts, span)) {
      read.push(...rows)
      yield
    }
    for (const rows of pieces(summed(read, nameOf))) {
      const written = await mine(parts, async (tx) => {
        await insertDaySums(tx, id, begun.revision, rows)
        return true
      })
      if (!written) return
      yield
    }
    await mine(parts, (tx) => closeDay(tx, id, begun, parts.clock.now()))
    yield
  }
  yield* sweepDay(parts, id)
}

/** Returns a day's rollups, added up by their members. */
export async function combinedOf(parts: ReadParts, span: DaySpan): Promise<Combined[]> {
  const rows: Combined[] = []
  for await (const some of readDay(parts, span)) rows.push(...some)
  return summed(rows, nameOf)
}

const nameOf = (row: RollupDimensions): string => DIMENSIONS.map((name) => row[name]).join('\n')

/** Reads a day's rollups in pieces that are quick to read. */
async function* readDay(
  { db, teamId }: ReadParts,
  { fromQuarter, toQuarter }: DaySpan,
): AsyncGenerator<Combined[], void> {
  for (let [from, length] = [fromQuarter, 1]; from < toQuarter; ) {
    const to = Math.min(from + length, toQuarter)
    const rows = await selectCombined(db, teamId, { from, to })
    if (rows.length < FEW_SUMS) length *= 2
    else if (rows.length > MANY_SUMS) length = Math.max(1, Math.floor(length / 2))
    from = to
    yield rows
  }
}

/** Yields a day's sums in all groupings, in pieces that fit into one transaction. */
function* pieces(combined: readonly Combined[]): Generator<DaySumRow[], void> {
  let rows: DaySumRow[] = []
  for (const grouping of DAY_GROUPINGS) {
    rows.push(...sumsBy(grouping, combined))
    while (rows.length >= WRITTEN_AT_ONCE) {
      yield rows.slice(0, WRITTEN_AT_ONCE)
      rows = rows.slice(WRITTEN_AT_ONCE)
    }
  }
  if (rows.length > 0) yield rows
}

/** Returns the sums of a grouping. */
export function sumsBy(grouping: DayGrouping, combined: readonly Combined[]): readonly DaySumRow[] {
  const rows = combined.map((row): DaySumRow => {
    const [value, within] = placeIn(grouping, row)
    const { pages, items, newItems, unpricedItems, frees, refused, unknowns, waitedMs, latencyMs } = row
    return {
      ...{ grouping: grouping.name, value, within },
      ...{ pages, items, newItems, unpricedItems, frees, refused, unknowns, waitedMs, latencyMs },
      chargeNano: row.chargeNano,
    }
  })
  return summed(rows, ({ value, within }) => `${value}\n${within}`)
}

/** Deletes a day's outdated sums once it has complete ones. */
async function* sweepDay(parts: DayParts, id: string): AsyncGenerator<void, void> {
  const day = await selectDay(parts.db, id)
  if (!day || day.closedChanges !== day.changes || day.sweptRevision === day.begunRevision) return
  for (;;) {
    const deleted = await mine(parts, (tx) => deleteSums(tx, id, day.revision, WRITTEN_AT_ONCE))
    if (deleted === null) return
    yield
    if (deleted === 0) break
  }
  await mine(parts, (tx) => noteSwept(tx, id, day.begunRevision))
  yield
}

/** A revision that never exists, so that all sums of a day are deleted. */
const NO_REVISION = -1

/** Deletes all sums of a day. Returns false if the lease was lost before. */
export async function* deleteSumsOf(parts: DayParts, id: string): AsyncGenerator<void, boolean> {
  for (;;) {
    const deleted = await mine(parts, (tx) => deleteSums(tx, id, NO_REVISION, WRITTEN_AT_ONCE))
    if (deleted === null) return false
    yield
    if (deleted === 0) return true
  }
}
