import type { Clock } from '@/lib/kernel'
import {
  dayContaining,
  QUARTER_HOURS_PER_DAY,
  quarterHourOf,
  startOfQuarterHour,
} from '@/lib/platform/calendar'
import { acquireLock, type Db, type Tx, transaction } from '@/lib/platform/db'
import { readTimeZone } from '@/lib/teams/teams'
import {
  ROLLUP_DIMENSIONS,
  type RollupDimensions,
  type RollupSums,
  selectCombinedRollups,
  selectFirstQuarterHour,
  sumByName,
} from '../core/rollup-store'
import { DAY_GROUPINGS, type DayGrouping, groupingMembers } from './day-groupings'
import {
  type DaySpan,
  type DaySumRow,
  replaceDays,
  type SummedDay,
  selectOverlappingDays,
  selectSpanState,
  selectSummedDays,
} from './day-store'

/** Number of quarter hours after a day's end at which it is summed. Late calls are mostly on the ledger then. */
const REST_QUARTERS = 8
/** Maximum number of summed days. Older ones are read by their quarter hours. */
const MAX_DAYS = 3700
/** Number of quarter hours whose rollups are read at once. */
const READ_AT_ONCE = 8

/** Number of sums that are made in one step. */
const SUMS_AT_ONCE = 250

export interface ReadParts {
  readonly db: Db
  readonly teamId: string
}

/** Context in which a team's days are summed. */
export interface DayParts extends ReadParts {
  readonly clock: Clock
  /** Returns false once another process has taken over. Then nothing is written. */
  isMine(tx: Tx): Promise<boolean>
}

/**
 * Sums those of a team's past days that have no sums, whose quarter hours have changed since, or whose sums are of a
 * zone that the team has left. The newest come first.
 *
 * Yields after each short step and may be abandoned at any of them. Another process, or the next round, continues from
 * there.
 */
export async function* sumClosedDays(parts: DayParts): AsyncGenerator<void, void> {
  const { db, clock, teamId } = parts
  const first = await selectFirstQuarterHour(db, teamId)
  if (first === null) return
  const timeZone = await readTimeZone(db, teamId)
  const now = quarterHourOf(clock.now())
  const span = {
    first: Math.max(first, now - QUARTER_HOURS_PER_DAY * MAX_DAYS),
    // The start of the day that is not over yet.
    end: dayAt(now - REST_QUARTERS, timeZone).fromQuarter,
  }
  const known = await selectSummedDays(db, teamId)
  yield
  for (const day of unsummedDays(known, span, timeZone)) if (!(yield* sumDay(parts, day))) return
}

/** Yields the days from `end` back to `first` that must be summed, newest first. */
function* unsummedDays(
  known: readonly SummedDay[],
  { first, end }: { readonly first: number; readonly end: number },
  timeZone: string,
): Generator<DaySpan, void> {
  const sound = new Map(
    known.filter((day) => day.isClean && day.timeZone === timeZone).map((day) => [day.toQuarter, day]),
  )
  for (let at = end; at > first; ) {
    const day = sound.get(at) ?? dayAt(at - 1, timeZone)
    if (!sound.has(at)) yield day
    at = day.fromQuarter
  }
}

function dayAt(quarterHour: number, timeZone: string): DaySpan {
  const { date, startsAt, endsAt } = dayContaining(startOfQuarterHour(quarterHour), timeZone)
  return { date, timeZone, fromQuarter: quarterHourOf(startsAt), toQuarter: quarterHourOf(endsAt) }
}

/**
 * Sums a day and writes it in one transaction, in the place of all days that overlap it. The marks are read before the
 * rollups: a call that is booked in between leaves its mark. Returns false if nothing was written, because another
 * process sums the team's days or the zone has changed.
 */
async function* sumDay(parts: DayParts, day: DaySpan): AsyncGenerator<void, boolean> {
  const { db, teamId, isMine } = parts
  const before = await selectSpanState(db, teamId, day)
  yield
  const read: Combined[] = []
  for await (const rows of readDay(parts, day)) {
    read.push(...rows)
    yield
  }
  const combined = combine(read)
  const sums: DaySumRow[] = []
  let yielded = 0
  for (const grouping of DAY_GROUPINGS) {
    sums.push(...sumByGrouping(grouping, combined))
    if (sums.length - yielded < SUMS_AT_ONCE) continue
    yielded = sums.length
    yield
  }
  const isWritten = await transaction(db, async (tx) => {
    await acquireLock(tx, `days of ${teamId}`, 'exclusive')
    if (!(await isMine(tx))) return false
    if ((await readTimeZone(tx, teamId)) !== day.timeZone) return false
    if (!isSame(before.days, await selectOverlappingDays(tx, teamId, day))) return false
    await replaceDays(tx, teamId, day, sums, before)
    return true
  })
  yield
  return isWritten
}

const isSame = (
  one: readonly { readonly version: string }[],
  other: readonly { readonly version: string }[],
): boolean => one.length === other.length && one.every(({ version }, at) => version === other[at]?.version)

/** Sums of one combination of members. */
type Combined = RollupDimensions & RollupSums

/** Adds up sums of the same members. */
const combine = (rows: readonly Combined[]): Combined[] =>
  sumByName(rows, (row) => ROLLUP_DIMENSIONS.map((name) => row[name]).join('\n'))

/** Reads a day's rollups in pieces that are quick to read. */
async function* readDay(
  { db, teamId }: ReadParts,
  { fromQuarter, toQuarter }: DaySpan,
): AsyncGenerator<Combined[], void> {
  for (let from = fromQuarter; from < toQuarter; from += READ_AT_ONCE)
    yield await selectCombinedRollups(db, teamId, { from, to: Math.min(from + READ_AT_ONCE, toQuarter) })
}

/** Returns a day's rollups, added up by their members. */
export async function readCombinedRollups(parts: ReadParts, day: DaySpan): Promise<Combined[]> {
  const rows: Combined[] = []
  for await (const some of readDay(parts, day)) rows.push(...some)
  return combine(rows)
}

/** Returns the sums of a grouping. */
export function sumByGrouping(grouping: DayGrouping, combined: readonly Combined[]): readonly DaySumRow[] {
  const rows = combined.map((row): DaySumRow => {
    const [value, within] = groupingMembers(grouping, row)
    const { pages, items, newItems, unpricedItems, frees, refused, unknowns, waitedMs, latencyMs } = row
    return {
      grouping: grouping.name,
      value,
      within,
      pages,
      items,
      newItems,
      unpricedItems,
      frees,
      refused,
      unknowns,
      waitedMs,
      latencyMs,
      chargeNano: row.chargeNano,
    }
  })
  return sumByName(rows, ({ value, within }) => `${value}\n${within}`)
}
