import type { EndReason } from '@/lib/collect/runs'
import { DAY_MS } from '@/lib/platform/calendar'
import { EXAMPLE_KEYS, EXAMPLE_PAGE_ITEMS, EXAMPLE_SEARCHES, EXAMPLE_SERVICES } from './cast'

/** One call: its items, or the reason why it returned none. */
export interface PlannedCall {
  /** Time at which it was opened, in milliseconds since 1970. */
  readonly at: number
  readonly waitedMs: number
  readonly latencyMs: number
  readonly outcome: 'page' | 'unsent' | 'lost'
  /** Items of its page; for a lost call, those that were charged anyway. */
  readonly items: number
}

/** A run of a search, by the search's index in the cast. */
export interface PlannedRun {
  readonly search: number
  readonly isScheduled: boolean
  /** Index of the member who runs it; see `ExampleSearch.owner`. */
  readonly member: number
  readonly calls: readonly PlannedCall[]
  /** Number of the newest existing item, counted from the first. */
  readonly newest: number
  readonly reason: EndReason
}

/** Calls of a service, by its index in the cast. */
export interface PlannedService {
  readonly service: number
  readonly calls: readonly PlannedCall[]
}

export interface PlannedSlice extends TimeSlice {
  readonly runs: readonly PlannedRun[]
  readonly services: readonly PlannedService[]
}
/** Runs by hand in an hour at noon on a working day. */
const RUNS_AN_HOUR = 0.8
/** Calls of a thousand that are not sent, and that are lost. */
const [UNSENT, LOST] = [4, 1]
/** Number of items that existed before the first day. */
const OLD_ITEMS = 2_000
const MAX_PAGES = 8

/** Plans what happens in each slice, always the same for one seed and moment. It calls nobody and reads nothing. */
export function planSlices(slices: readonly TimeSlice[], random: () => number): PlannedSlice[] {
  const begins = slices[0]?.from ?? 0
  const seen = new Map<number, number>()
  const newestOf = (search: number, at: number): number =>
    OLD_ITEMS + Math.floor(((at - begins) / (24 * 60 * MINUTE_MS)) * (EXAMPLE_SEARCHES[search]?.newADay ?? 0))
  const callsOf = (at: number, count: number, items: number, waitedMs: (index: number) => number) =>
    Array.from({ length: count }, (_, index): PlannedCall => {
      const drawn = random() * 1000
      // Loses no call near a loss to somebody else, which it might explain.
      const mayBeLost = Math.abs(new Date(at).getUTCHours() - 14) <= 5
      const outcome = drawn < LOST && mayBeLost ? 'lost' : drawn < LOST + UNSENT ? 'unsent' : 'page'
      const isCharged = outcome === 'page' || (outcome === 'lost' && random() < 0.5)
      const latencyMs = 60 + Math.floor(random() * 240)
      const [waited, opened] = [waitedMs(index), at + index * 700]
      return { at: opened, waitedMs: waited, latencyMs, outcome, items: isCharged ? items : 0 }
    })
  const run = (search: number, at: number, isScheduled: boolean): PlannedRun => {
    const { operation, owner, pages = 1 } = EXAMPLE_SEARCHES[search] ?? {}
    const items = EXAMPLE_PAGE_ITEMS[operation ?? 'search']
    const newest = newestOf(search, at)
    const known = Math.ceil((newest - (seen.get(search) ?? 0)) / items) + 1
    const count = isScheduled ? Math.min(known, MAX_PAGES) : 1 + Math.floor(random() * 2 * pages)
    seen.set(search, newest)
    return {
      search,
      isScheduled,
      newest,
      member: isScheduled || random() < 0.5 ? (owner ?? 0) : Math.floor(random() * 4),
      calls: callsOf(at, count, items, () => Math.floor(random() * 60)),
      reason: isScheduled ? 'nothing_new' : 'cap_reached',
    }
  }
  const pastHour = scheduleMinute(begins) * MINUTE_MS
  return slices.map((slice) => {
    const hours = hoursOf(slice).filter(({ at }) => at < slice.to - QUIET_MS - 30 * MINUTE_MS)
    const scheduled = hoursOf({ from: slice.from - pastHour, to: slice.to - pastHour }).flatMap(
      ({ hour, at }) =>
        EXAMPLE_SEARCHES.flatMap(({ hours: due }, search) =>
          due?.includes(hour) ? [run(search, at + pastHour, true)] : [],
        ),
    )
    const byHand = hours.flatMap(({ at }) => {
      const count = Math.floor(busyness(at, slice.day) * RUNS_AN_HOUR + random())
      return Array.from({ length: count }, () =>
        run(zipf(EXAMPLE_SEARCHES.length, random), at + Math.floor(random() * 25 * MINUTE_MS), false),
      )
    })
    return {
      ...slice,
      runs: [...scheduled, ...byHand],
      services: hours.flatMap(({ hour, at }) => servicesAt(hour, at, slice.day, callsOf)),
    }
  })
}

type CallsOf = (
  at: number,
  count: number,
  items: number,
  waitedMs: (index: number) => number,
) => PlannedCall[]

/** Plans the services' calls of an hour. In a burst each call waits for its key's pace, longer than the one before. */
function servicesAt(hour: number, at: number, day: number, callsOf: CallsOf): PlannedService[] {
  return EXAMPLE_SERVICES.flatMap((each, service) => {
    const rate = EXAMPLE_KEYS[each.key]?.requestsPerSecond ?? 1
    const items = EXAMPLE_PAGE_ITEMS[each.operation]
    if ('burst' in each) {
      const wait = (index: number) => Math.round((index * 1000) / rate)
      return each.burst.hour === hour ? [{ service, calls: callsOf(at, each.burst.calls, items, wait) }] : []
    }
    const count = Math.round(busyness(at, day) * each.anHour)
    return count > 0 ? [{ service, calls: callsOf(at + 5 * MINUTE_MS, count, items, () => 2) }] : []
  })
}

/** Draws an index below `count`: the second half as often as the first, the third a third as often. */
function zipf(count: number, random: () => number): number {
  const whole = Array.from({ length: count }, (_, index) => 1 / (index + 1)).reduce((sum, each) => sum + each)
  let drawn = random() * whole
  for (let index = 0; index < count; index++) {
    drawn -= 1 / (index + 1)
    if (drawn < 0) return index
  }
  return count - 1
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export const EXAMPLE_DAYS = 90
/** Length of a slice on the last days; earlier slices are a day long. The balances are read at the end of each. */
const SLICE_MS = 6 * HOUR_MS
const FINE_DAYS = 16
/** Length of a slice on the last day. */
const LAST_SLICE_MS = 3 * HOUR_MS
/** Hours of UTC in which few call. */
const [EVENING, NIGHT] = [21, 3]
/** Time without calls at the end of a slice, so that its reading holds all its charges. */
const QUIET_MS = 20 * MINUTE_MS
/** Time since the last reading. No reading explains what comes after it. */
const LAST_MS = 5 * MINUTE_MS

/** A slice of the pretend history, in milliseconds since 1970. */
export interface TimeSlice {
  readonly from: number
  readonly to: number
  /** Days since the beginning of the whole history. */
  readonly day: number
  /** True for the slice of each day in which few calls could explain a loss, so that it is certain at once. */
  readonly isNight: boolean
}

/** Returns the slices of the last days up to now, in order. */
export function slicesUntil(now: Date, days = EXAMPLE_DAYS): TimeSlice[] {
  const end = Math.floor((now.getTime() - LAST_MS) / MINUTE_MS) * MINUTE_MS
  // Keeps a loss out of the last slice, since it is certain only once later readings were as expected.
  const lastNight = hasHour(NIGHT, { from: end - LAST_SLICE_MS, to: end }) ? EVENING : NIGHT
  return Array.from({ length: days }, (_, index) => days - index).flatMap((ago) => {
    const length = ago > FINE_DAYS ? DAY_MS : ago === 1 ? LAST_SLICE_MS : SLICE_MS
    const begins = end - ago * DAY_MS
    return Array.from({ length: DAY_MS / length }, (_, part) => {
      const from = begins + part * length
      const span = { from, to: from + length }
      const isNight = hasHour(ago === 1 ? lastNight : NIGHT, span)
      return { ...span, day: EXAMPLE_DAYS - ago + (part * length) / DAY_MS, isNight }
    })
  })
}

/** Returns whether an hour of UTC begins in a span of less than a day. */
const hasHour = (hour: number, { from, to }: Pick<TimeSlice, 'from' | 'to'>): boolean =>
  (((hour - from / HOUR_MS) % 24) + 24) % 24 < (to - from) / HOUR_MS

/**
 * Returns the minute of the hour at which schedules run, for slices that begin at this moment: soon after a reading, so
 * that whenever the example is loaded, no scheduled run falls into the time without calls before the next one.
 */
export const scheduleMinute = (begins: number): number => (new Date(begins).getUTCMinutes() + 5) % 60

/** Returns the hours of UTC that begin in a span, with their moments. */
function hoursOf({
  from,
  to,
}: Pick<TimeSlice, 'from' | 'to'>): { readonly hour: number; readonly at: number }[] {
  const hours: { hour: number; at: number }[] = []
  for (let at = Math.ceil(from / HOUR_MS) * HOUR_MS; at < to; at += HOUR_MS)
    hours.push({ hour: new Date(at).getUTCHours(), at })
  return hours
}

/** Returns how busy people are at a given time: most at noon, least at night and at weekends, and more each week. */
function busyness(at: number, day: number): number {
  const moment = new Date(at)
  const daylight = Math.max(0, Math.sin((Math.PI * (moment.getUTCHours() - 6)) / 14))
  const weekend = [0, 6].includes(moment.getUTCDay()) ? 0.35 : 1
  return daylight * weekend * (0.7 + (0.6 * day) / EXAMPLE_DAYS)
}
