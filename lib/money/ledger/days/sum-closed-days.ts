import { dayOf, QUARTER_HOURS_A_DAY, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { lock, presentOf, type Tx, transaction } from '@/lib/platform/db'
import { timeZoneNow } from '@/lib/teams/teams'
import { selectFirstQuarter } from '../core/rollup-sums'
import {
  countDays,
  type DaySpan,
  deleteDay,
  insertDays,
  type OpenDay,
  selectFirstDayId,
  selectOpenDays,
} from './day-store'
import { type DayParts, deleteSumsOf, deriveDay } from './derive-day'
import {
  type DayZoneRow,
  deleteDayZone,
  insertDayZone,
  leaveBuilding,
  selectDayZones,
  serve,
  updateSpan,
} from './zone-store'

/**
 * Number of quarter hours after a day's end at which it is announced. Calls that end late are mostly on the ledger
 * then.
 */
const REST_QUARTERS = 8
/** Maximum number of summed days. Older ones are read by their quarter hours. */
const MAX_DAYS = 3700
/** Number of days announced in one transaction. */
const ANNOUNCED_AT_ONCE = 31

/**
 * Maintains the sums of a team's days: announces past days, writes their sums, writes those of another time zone after
 * a change, and deletes those that nobody reads any more.
 *
 * Yields after each short step and may be abandoned at any of them. Another process, or the next round, continues from
 * there. Returns when nothing is left to do.
 */
export async function* sumClosedDays(parts: DayParts): AsyncGenerator<void, void> {
  const tried = new Set<string>()
  for (;;) {
    const zones = await arrange(parts)
    if (!zones) return
    yield
    const day = await openDay(parts, zones, tried)
    if (day) {
      // Each day is tried once per round, so that a day that keeps changing does not hold up the others.
      tried.add(day.id)
      yield* deriveDay(parts, day)
    } else if (!(yield* deleteOne(parts, zones))) return
  }
}

/** Announces days, and switches zones when due. Null if there is nothing to do or another process does it. */
function arrange({ db, clock, teamId, isMine }: DayParts): Promise<readonly DayZoneRow[] | null> {
  return transaction(db, async (tx) => {
    await lock(tx, `days of ${teamId}`, 'exclusive')
    if (!(await isMine(tx))) return null
    const first = await selectFirstQuarter(tx, teamId)
    if (first === null) return null
    const now = quarterHourOf(await presentOf(tx, clock))
    const span = { first: Math.max(first, now - QUARTER_HOURS_A_DAY * MAX_DAYS), last: now - REST_QUARTERS }
    const timeZone = await timeZoneNow(tx, teamId)
    await chooseZones(tx, { teamId, timeZone, span, createdAt: clock.now() })
    for (const zone of await selectDayZones(tx, teamId))
      if (zone.state !== 'leaving') await announce(tx, teamId, zone, span)
    const zones = await selectDayZones(tx, teamId)
    const building = zones.find(({ state }) => state === 'building')
    if (!building || !(await isWhole(tx, building, span))) return zones
    await serve(tx, teamId, building.id)
    return selectDayZones(tx, teamId)
  })
}

/** The quarter hours that have days: from the first rollup to those that ended long enough ago. */
interface SummedSpan {
  readonly first: number
  readonly last: number
}

interface ZoneChoice {
  readonly teamId: string
  readonly timeZone: string
  readonly span: SummedSpan
  readonly createdAt: Date
}

/**
 * Chooses the zones to sum. The first one serves at once. Another is built beside it, and one that is no longer wanted
 * is left.
 */
async function chooseZones(tx: Tx, { teamId, timeZone, span, createdAt }: ZoneChoice): Promise<void> {
  const zones = await selectDayZones(tx, teamId)
  const serving = zones.find(({ state }) => state === 'serving')
  const building = zones.find(({ state }) => state === 'building')
  if (building && building.timeZone !== timeZone) await leaveBuilding(tx, teamId)
  if (serving?.timeZone === timeZone || building?.timeZone === timeZone) return
  // The end of the last announced day, which is the start of the day in which the span ends.
  const edge = quarterHourOf(dayOf(startOfQuarterHour(span.last), timeZone).startsAt)
  if (edge <= span.first) return
  const state = serving ? 'building' : 'serving'
  await insertDayZone(tx, { teamId, timeZone, state, fromQuarter: edge, toQuarter: edge, createdAt })
}

/** Announces days that have ended, then some earlier ones. The newest come first, so that they are summed first. */
async function announce(
  tx: Tx,
  teamId: string,
  zone: DayZoneRow,
  { first, last }: SummedSpan,
): Promise<void> {
  const days: DaySpan[] = []
  let { fromQuarter, toQuarter } = zone
  while (days.length < ANNOUNCED_AT_ONCE) {
    const isNewer = dayAt(toQuarter, zone.timeZone).toQuarter <= last
    if (!isNewer && fromQuarter <= first) break
    const day = dayAt(isNewer ? toQuarter : fromQuarter - 1, zone.timeZone)
    days.push(day)
    if (isNewer) toQuarter = day.toQuarter
    else fromQuarter = day.fromQuarter
  }
  if (days.length === 0) return
  await insertDays(tx, teamId, zone.id, days)
  await updateSpan(tx, zone.id, { fromQuarter, toQuarter })
}

function dayAt(quarterHour: number, timeZone: string): DaySpan {
  const { date, startsAt, endsAt } = dayOf(startOfQuarterHour(quarterHour), timeZone)
  return { date, fromQuarter: quarterHourOf(startsAt), toQuarter: quarterHourOf(endsAt) }
}

/** Returns whether all days of a zone are announced and have complete sums. */
async function isWhole(tx: Tx, zone: DayZoneRow, { first, last }: SummedSpan): Promise<boolean> {
  if (zone.fromQuarter > first || dayAt(zone.toQuarter, zone.timeZone).toQuarter <= last) return false
  const { all, closed } = await countDays(tx, zone.id)
  return closed === all
}

/** Returns a day whose sums must be written, from the serving zone first; null if there is none. */
async function openDay(
  { db }: DayParts,
  zones: readonly DayZoneRow[],
  tried: ReadonlySet<string>,
): Promise<OpenDay | null> {
  for (const wanted of ['serving', 'building'])
    for (const { id, state } of zones) {
      if (state !== wanted) continue
      for (let [most, isAll] = [1, false]; !isAll; most *= 2) {
        const days = await selectOpenDays(db, id, most)
        const day = days.find((each) => !tried.has(each.id))
        if (day) return day
        isAll = days.length < most
      }
    }
  return null
}

/**
 * Deletes one day of a zone that was left, or the zone itself after its last day. Returns whether there was anything
 * to do.
 */
async function* deleteOne(parts: DayParts, zones: readonly DayZoneRow[]): AsyncGenerator<void, boolean> {
  const left = zones.find(({ state }) => state === 'leaving')
  if (!left) return false
  const dayId = await selectFirstDayId(parts.db, left.id)
  if (dayId !== null && !(yield* deleteSumsOf(parts, dayId))) return false
  return transaction(parts.db, async (tx) => {
    if (!(await parts.isMine(tx))) return false
    if (dayId === null) await deleteDayZone(tx, left.id)
    else await deleteDay(tx, dayId)
    return true
  })
}
