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

/** For whom days are summed, and how. */
export interface DayParts extends ReadParts {
  readonly clock: Clock
  /** False once another process does this: then nothing is written. */
  isMine(tx: Tx): Promise<boolean>
}

/** A statement reads more quarter hours than the one before while it finds few sums, and fewer while it finds many. */
const FEW_SUMS = 400
const MANY_SUMS = 800
/** Rows of sums that are written, or deleted, in one transaction: some five milliseconds of SQLite's one writer. */
const WRITTEN_AT_ONCE = 250

/** A transaction that writes nothing for somebody whose lease is gone; null then. */
const mine = <T>({ db, isMine }: DayParts, work: (tx: Tx) => Promise<T>): Promise<T | null> =>
  transaction(db, async (tx) => ((await isMine(tx)) ? work(tx) : null))

/**
 * Writes the sums of a day as a new revision, lets it count if nothing was added meanwhile, and deletes the older ones.
 * It yields after each short step; it may be left at any of them.
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

/** The rollups of a day, with those of the same members together. */
export async function combinedOf(parts: ReadParts, span: DaySpan): Promise<Combined[]> {
  const rows: Combined[] = []
  for await (const some of readDay(parts, span)) rows.push(...some)
  return summed(rows, nameOf)
}

const nameOf = (row: RollupDimensions): string => DIMENSIONS.map((name) => row[name]).join('\n')

/** A day's rollups, in pieces that are quick to read. */
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

/** The sums of a day in all groupings, as many together as one transaction writes. */
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

/** The sums of a grouping. */
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

/** Deletes the sums of a day that do not count, once there are whole ones. */
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

/** No revision has this number: all sums of a day are deleted. */
const NO_REVISION = -1

/** Deletes all sums of a day; afterwards nothing is left of them. */
export async function* deleteSumsOf(parts: DayParts, id: string): AsyncGenerator<void, boolean> {
  for (;;) {
    const deleted = await mine(parts, (tx) => deleteSums(tx, id, NO_REVISION, WRITTEN_AT_ONCE))
    if (deleted === null) return false
    yield
    if (deleted === 0) return true
  }
}
