import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { Db } from '@/lib/platform/db'
import type { EntryFilter } from './entry-fields'
import type { EntryPlace } from './entry-place'
import { selectPlaces, selectPlacesOfBefore, selectPlacesOfRun, type TimeSpan } from './entry-walk'
import { selectLeftBefore } from './left-store'
import { conditionsOf, rarestOf, selectFilledFrom, selectQuarterHours } from './rollup-quarters'

/** How many rollups one look reads at most: some ten milliseconds. */
const MOST_ROLLUPS = 4_000
/** How many entries of before one look reads at most. */
const MOST_OF_BEFORE = 2_000
/** How many stretches of quarter hours are read by one statement. */
const SPANS_AT_ONCE = 16

/** What one look found. */
export interface FoundEntries {
  readonly places: readonly EntryPlace[]
  /** Where the next look begins, if this one ended before it had found enough; else null. */
  readonly goesOnAt: EntryPlace | null
}

/** How the looks of this process are bounded; tests make them shorter. */
export interface LookBounds {
  readonly rollups: number
  readonly ofBefore: number
}

interface EntryQuestion {
  readonly db: Db
  readonly teamId: string
  readonly filter: EntryFilter
  readonly place: EntryPlace
  readonly most: number
  readonly bounds?: LookBounds
}

const BOUNDS: LookBounds = { rollups: MOST_ROLLUPS, ofBefore: MOST_OF_BEFORE }

/**
 * The newest entries before a place that fit a filter. What a filter asks is found among the rollups first, and then only
 * the entries of those quarter hours are read: so its cost does not grow with the ledger.
 */
export async function findEntries(asked: EntryQuestion): Promise<FoundEntries> {
  const { db, teamId, filter, place, most } = asked
  const { runId, from, to, ...of } = filter
  const whole = { from: withinAll(from ?? FIRST), to: withinAll(to ?? LAST) }
  if (runId !== undefined)
    return { places: await selectPlacesOfRun(db, teamId, runId, whole, place, of, most), goesOnAt: null }
  const { outcome, ...calls } = of
  const isOfAll = Object.values(calls).every((value) => value === undefined)
  // Time has an index, and so have the outcomes of few.
  if (isOfAll && outcome !== 'SETTLED')
    return { places: await selectPlaces(db, teamId, [whole], place, of, most), goesOnAt: null }
  const filledFrom = startOfQuarterHour(await selectFilledFrom(db, teamId))
  const left = await selectLeftBefore(db, teamId)
  const since = later(whole.from, filledFrom)
  // Where details left, rollups tell of calls that are there no more: only lost ones stayed.
  const lost: SpanLook = {
    look: alongRollups,
    filter: { ...of, outcome: 'UNKNOWN' },
    span: { from: since, to: earlier(whole.to, left) },
  }
  return oneAfterAnother(asked, [
    { look: alongRollups, filter: of, span: { from: later(since, left), to: whole.to } },
    ...(!outcome || outcome === 'UNKNOWN' ? [lost] : []),
    { look: amongOld, filter: of, span: { from: whole.from, to: earlier(whole.to, filledFrom) } },
  ])
}

/** One way to look for entries in a span. */
interface SpanLook {
  readonly look: typeof alongRollups
  readonly filter: EntryFilter
  readonly span: TimeSpan
}

async function oneAfterAnother(asked: EntryQuestion, looks: readonly SpanLook[]): Promise<FoundEntries> {
  const places: EntryPlace[] = []
  for (const { look, filter, span } of looks) {
    if (span.from >= span.to) continue
    const found = await look({ ...asked, filter, most: asked.most - places.length }, span)
    places.push(...found.places)
    if (found.goesOnAt || places.length >= asked.most) return { places, goesOnAt: found.goesOnAt }
  }
  return { places, goesOnAt: null }
}

/** Earlier than any entry, and later. */
const [FIRST, LAST] = [new Date(0), new Date(Date.UTC(9999, 0))]
/** An address may say the year 0, which PostgreSQL does not take. */
const withinAll = (at: Date) => later(FIRST, earlier(at, LAST))
const justBefore = (at: Date) => new Date(at.getTime() - 1)
const later = (a: Date, b: Date) => (a > b ? a : b)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

async function alongRollups(
  { db, teamId, filter, place, most, bounds = BOUNDS }: EntryQuestion,
  span: TimeSpan,
): Promise<FoundEntries> {
  const before = place.id === '' ? justBefore(place.at) : place.at
  const last = earlier(justBefore(span.to), before)
  let stretch = { teamId, from: quarterHourOf(span.from), to: quarterHourOf(last) + 1 }
  if (stretch.to <= stretch.from) return { places: [], goesOnAt: null }
  const conditions = conditionsOf(filter)
  const along = await rarestOf(db, stretch, conditions.indexed)
  const places: EntryPlace[] = []
  let read = 0
  // Each rollup has a call at least: with one condition the first step finds enough.
  for (let step = most; stretch.to > stretch.from; step *= 4) {
    const left = bounds.rollups - read
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

/** Quarter hours as spans, newest first, with neighbours joined, within a span. */
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

async function amongOld(
  { db, teamId, filter, place, most, bounds = BOUNDS }: EntryQuestion,
  span: TimeSpan,
): Promise<FoundEntries> {
  const { found, last } = await selectPlacesOfBefore(db, teamId, span, place, filter, bounds.ofBefore)
  const isEnough = found.length >= most
  return { places: found.slice(0, most), goesOnAt: isEnough ? null : last }
}
