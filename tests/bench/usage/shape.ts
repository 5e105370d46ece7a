import { createSeededRandom } from '@/lib/money/forecast/run-out'

/** The size of a made-up team, and how long it has worked. */
export interface Shape {
  readonly entries: number
  readonly days: number
  readonly wallets: number
  readonly keys: number
  readonly members: number
  readonly searches: number
  readonly schedules: number
  readonly alerts: number
  readonly auditEntries: number
  /** Number of newest pages that have their items. */
  readonly pagesWithItems: number
}

const TEAM = { wallets: 10, keys: 20, members: 30, alerts: 2000, pagesWithItems: 100_000 }

const FEW_ENTRIES = 100_000

/** Returns a year of a large team; a month if there are few entries, as a trial. */
export const largeShape = (entries: number): Shape => ({
  ...{ ...TEAM, entries, days: entries < FEW_ENTRIES ? 30 : 365, searches: 500, schedules: 50 },
  pagesWithItems: Math.min(TEAM.pagesWithItems, Math.ceil(entries / 10)),
  auditEntries: Math.ceil(entries / 200),
})

/**
 * A week of a new installation whose lists are already full: searches, alerts, the whole audit log, one member's
 * entries, and those for one search's name.
 */
export const newShape: Shape = {
  ...{ ...TEAM, entries: 1000, days: 7, searches: 60, schedules: 50, alerts: 60, auditEntries: 6600 },
}

/** A run to create; its index is its number. The names are columns of the table `bench_plan`. */
export interface PlannedRun {
  readonly run: number
  readonly startms: number
  readonly pages: number
  readonly search: number
  readonly member: number
  /** Which of its environment's keys. */
  readonly pick: number
  readonly scheduled: number
}

export const MAX_RUN_PAGES = 20
/** Time between two calls of a run. */
export const PAUSE_MS = 1500
const HOUR_MS = 3_600_000
const ON_WEEKENDS = 0.4
const AT_NIGHT = 0.25
/** Share of a scheduled search's runs that its schedule started. */
const BY_SCHEDULE = 0.7

/** Returns how much happens in the hour that begins at a moment: most at noon, least at night and at weekends. */
function weightOf(ms: number): number {
  const at = new Date(ms)
  const daylight = Math.max(0, Math.sin((Math.PI * (at.getUTCHours() - 6)) / 14))
  return (AT_NIGHT + daylight) * ([0, 6].includes(at.getUTCDay()) ? ON_WEEKENDS : 1)
}

/** Yields runs of 1 to 20 pages up to a moment, in order of time: always the same for one shape and moment. */
export function* planRuns(shape: Shape, to: number): Generator<PlannedRun> {
  const random = createSeededRandom(8)
  const first = to - shape.days * 24 * HOUR_MS
  const hours = Array.from({ length: shape.days * 24 }, (_, hour) => first + hour * HOUR_MS)
  const whole = hours.reduce((sum, hour) => sum + weightOf(hour), 0)
  const searchOf = zipf(shape.searches, random)
  const memberOf = zipf(shape.members, random)
  let [run, made, weight] = [0, 0, 0]
  for (const hour of hours) {
    weight += weightOf(hour)
    const [before, until] = [made, Math.round((shape.entries * weight) / whole)]
    while (made < until) {
      const search = searchOf()
      const pages = Math.min(until - made, 1 + Math.floor(random() * MAX_RUN_PAGES))
      yield {
        run: run++,
        // Before the hour's last minute, so that none ends after the span.
        startms: hour + Math.floor(((made - before) / (until - before)) * (HOUR_MS - 60_000)),
        ...{ pages, search, member: memberOf(), pick: Math.floor(random() * 1000) },
        scheduled: search < shape.schedules && random() < BY_SCHEDULE ? 1 : 0,
      }
      made += pages
    }
  }
}

/** Draws an index from a list: the second half as often as the first, the third a third as often, … */
function zipf(count: number, random: () => number): () => number {
  const sums: number[] = []
  for (let place = 0; place < count; place++) sums.push((sums.at(-1) ?? 0) + 1 / (place + 1))
  return () => {
    const drawn = random() * (sums.at(-1) ?? 0)
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) > drawn) high = middle
      else low = middle + 1
    }
    return low
  }
}
