import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { Db } from '@/lib/platform/db'
import type { EntryFilter } from '../core/entry-fields'
import type { EntryPlace } from '../core/entry-place'
import type { TimeSpan } from '../core/schemas'
import { selectLeftBefore } from '../retention/left-store'
import { selectPlaces, selectPlacesOfRun } from './entry-walk'
import { conditionsOf, rarestOf, selectQuarterHours } from './rollup-quarters'

/** Maximum number of rollups read by one scan, which takes about ten milliseconds. */
const MAX_ROLLUPS = 4_000
/** Number of spans read by one statement. */
const SPANS_AT_ONCE = 16

/** Result of one scan. */
export interface FoundEntries {
  readonly places: readonly EntryPlace[]
  /** The position at which the next scan begins if this one ended before it found enough; else null. */
  readonly goesOnAt: EntryPlace | null
}

interface EntryQuestion {
  readonly db: Db
  readonly teamId: string
  readonly filter: EntryFilter
  readonly place: EntryPlace
  readonly most: number
  /** Maximum number of rollups read by one scan. Tests lower it. */
  readonly maxRollups?: number
}

/**
 * Finds the newest entries before a position that match a filter. Looks for matches among the rollups first, and then
 * reads only the entries of those quarter hours, so that the cost does not grow with the ledger.
 */
export async function findEntries(asked: EntryQuestion): Promise<FoundEntries> {
  const { db, teamId, filter, place, most } = asked
  const { runId, from, to, ...of } = filter
  const whole = { from: withinAll(from ?? FIRST), to: withinAll(to ?? LAST) }
  if (runId !== undefined)
    return { places: await selectPlacesOfRun(db, teamId, runId, whole, place, of, most), goesOnAt: null }
  const { outcome, ...calls } = of
  const isOfAll = Object.values(calls).every((value) => value === undefined)
  // There is an index on time, and partial ones on the rare outcomes.
  if (isOfAll && outcome !== 'SETTLED')
    return { places: await selectPlaces(db, teamId, [whole], place, of, most), goesOnAt: null }
  const left = await selectLeftBefore(db, teamId)
  const found = await alongRollups({ ...asked, filter: of }, { from: later(whole.from, left), to: whole.to })
  if (found.goesOnAt || found.places.length >= most || (outcome && outcome !== 'UNKNOWN')) return found
  // Where details were deleted, rollups count calls that are no longer there. Only lost ones stayed.
  const lost = await alongRollups(
    { ...asked, filter: { ...of, outcome: 'UNKNOWN' }, most: most - found.places.length },
    { from: whole.from, to: earlier(whole.to, left) },
  )
  return { places: [...found.places, ...lost.places], goesOnAt: lost.goesOnAt }
}

/** Times before and after all entries. */
const [FIRST, LAST] = [new Date(0), new Date(Date.UTC(9999, 0))]
/** Limits a time, because an address may contain the year 0, which PostgreSQL rejects. */
const withinAll = (at: Date) => later(FIRST, earlier(at, LAST))
const justBefore = (at: Date) => new Date(at.getTime() - 1)
const later = (a: Date, b: Date) => (a > b ? a : b)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

async function alongRollups(
  { db, teamId, filter, place, most, maxRollups = MAX_ROLLUPS }: EntryQuestion,
  span: TimeSpan,
): Promise<FoundEntries> {
  if (span.from >= span.to) return { places: [], goesOnAt: null }
  const before = place.id === '' ? justBefore(place.at) : place.at
  const last = earlier(justBefore(span.to), before)
  let stretch = { teamId, from: quarterHourOf(span.from), to: quarterHourOf(last) + 1 }
  if (stretch.to <= stretch.from) return { places: [], goesOnAt: null }
  const conditions = conditionsOf(filter)
  const along = await rarestOf(db, stretch, conditions.indexed)
  const places: EntryPlace[] = []
  let read = 0
  // Each rollup has at least one call, so with one condition the first step finds enough.
  for (let step = most; stretch.to > stretch.from; step *= 4) {
    const left = maxRollups - read
    if (left <= 0) return { places, goesOnAt: startOf(stretch.to) }
    const found = await selectQuarterHours(db, stretch, conditions, along, Math.min(step, left))
    read += found.read
    stretch = { ...stretch, to: found.to }
    let spans = spansOf(found.quarterHours, span)
    while (spans.length > 0) {
      const some = spans.slice(0, SPANS_AT_ONCE)
      spans = spans.slice(SPANS_AT_ONCE)
      places.push(...(await selectPlaces(db, teamId, some, place, filter, most - places.length)))
      if (places.length === most) return { places, goesOnAt: null }
    }
  }
  return { places, goesOnAt: null }
}

const startOf = (quarterHour: number): EntryPlace => ({ at: startOfQuarterHour(quarterHour), id: '' })

/** Returns quarter hours as spans within a span, newest first, with adjacent ones joined. */
function spansOf(
  quarterHours: readonly { readonly quarterHour: number }[],
  { from, to }: TimeSpan,
): TimeSpan[] {
  const spans: { from: number; to: number }[] = []
  for (const { quarterHour } of quarterHours) {
    const last = spans.at(-1)
    if (last && last.from === quarterHour + 1) last.from = quarterHour
    else spans.push({ from: quarterHour, to: quarterHour + 1 })
  }
  return spans.map((each) => ({
    from: later(from, startOf(each.from).at),
    to: earlier(to, startOf(each.to).at),
  }))
}
