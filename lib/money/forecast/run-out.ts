import { setImmediate } from 'node:timers/promises'
import type { Nano } from '@/lib/kernel'
import {
  CALENDAR_PERIODS,
  type CalendarPeriod,
  consecutiveDaysFrom,
  DAY_MS,
  type Day,
  dayContaining,
} from '@/lib/platform/calendar'

const PATHS = 400
/** Number of paths, about 2 ms, after which other work of the event loop gets a turn. */
const PATHS_AT_ONCE = 50
const MIN_DAYS = 7
/**
 * Deviation by which the level itself moves per day, which past days cannot show. Chosen so that in hindsight 80 of
 * 100 outcomes were in the band.
 */
const DRIFT_PER_DAY = 0.02
/** Maximum change of the level, as a power of e. */
const MAX_CHANGE = 1.2
const LEVEL_DOUBT = 1.1

/**
 * Forecasts when a wallet's balance is used up, as a band: many futures built from whole past days of the same
 * weekday, recent ones more often, at an uncertain level. The same question gets the same answer.
 */
export async function forecastRunOut(question: RunOutForecastInput): Promise<RunOut> {
  const { days, horizonDays, balanceNano, now } = question
  const hasHistory = days.filter(({ total }) => total > 0).length >= MIN_DAYS
  if (balanceNano <= 0n) return { hasHistory, runOut: { p10: now, p50: now, p90: now }, days: [] }
  if (!hasHistory && (question.planned ?? []).length === 0)
    return { hasHistory, runOut: { p10: null, p50: null, p90: null }, days: [] }
  const calendar = listUpcomingDays(question)
  const random = createSeededRandom(question.seed)
  const trend = trendOf(days)
  const draw = drawsFrom(days, trend, random)
  const doubt = doubtOf(days)
  const ends: number[] = []
  const balances = calendar.map(() => new Float64Array(PATHS))
  for (let path = 0; path < PATHS; path++) {
    if (path % PATHS_AT_ONCE === 0) await setImmediate()
    const level = doubt * drawNormal(random)
    const slope = trend.perDay + trend.doubt * drawNormal(random)
    ends.push(
      walk(question, calendar, draw, { level, slope }, random, (index, nano) => {
        const row = balances[index]
        if (row) row[path] = nano
      }),
    )
  }
  await setImmediate()
  ends.sort((a, b) => a - b)
  const dateAt = (share: number): Date | null => {
    const at = ends[Math.floor(share * PATHS)] ?? Number.POSITIVE_INFINITY
    return Number.isFinite(at) ? new Date(at) : null
  }
  return {
    hasHistory,
    runOut: { p10: dateAt(0.1), p50: dateAt(0.5), p90: dateAt(0.9) },
    days: calendar.slice(0, horizonDays).map(({ day }, index) => {
      const row = (balances[index] ?? new Float64Array(PATHS)).sort()
      const at = (share: number) => BigInt(Math.max(0, Math.round(row[Math.floor(share * PATHS)] ?? 0)))
      return { day, balanceNano: { p10: at(0.1), p50: at(0.5), p90: at(0.9) } }
    }),
  }
}

/** Returns how far the level of spend may be from that of past weeks: further if days differ and few are known. */
function doubtOf(days: readonly PastDay[]): number {
  const recent = days.slice(-3 * HALF_LIFE_DAYS)
  const mean = recent.reduce((sum, { total }) => sum + total, 0) / Math.max(1, recent.length)
  if (mean === 0) return 0
  const variance =
    recent.reduce((sum, { total }) => sum + (total - mean) ** 2, 0) / Math.max(1, recent.length - 1)
  const known = Math.min(recent.length, 2 * HALF_LIFE_DAYS)
  return Math.min(0.6, (LEVEL_DOUBT * Math.sqrt(variance)) / mean / Math.sqrt(known))
}

/** Walks through one future day by day. Returns the moment at which the balance is used up, or infinity. */
function walk(
  { balanceNano, caps = [] }: RunOutForecastInput,
  calendar: readonly UpcomingDay[],
  draw: DrawDay,
  future: { readonly level: number; readonly slope: number },
  random: () => number,
  note: (index: number, nano: number) => void,
): number {
  let balance = Number(balanceNano)
  let end = Number.POSITIVE_INFINITY
  let { level } = future
  const spent = caps.map(({ spentNano }) => Number(spentNano))
  for (const [index, day] of calendar.entries()) {
    // Today's periods began before, and `spent` already contains what they have spent.
    if (index > 0)
      for (const [at, { period }] of caps.entries())
        if (period !== 'total' && day.begins.includes(period)) spent[at] = 0
    level += future.slope + DRIFT_PER_DAY * drawNormal(random)
    const factor = Math.exp(Math.min(MAX_CHANGE, Math.max(-MAX_CHANGE, level)))
    const past = draw(day.weekday)
    const whole = restOf(past, day.hoursGone) * factor + day.planned
    const left = caps.map(({ nano }, at) => Math.max(0, Number(nano) - (spent[at] ?? 0)))
    const own = Math.min(whole, ...left)
    for (const at of caps.keys()) spent[at] = (spent[at] ?? 0) + own
    const today = own + day.outside
    if (today >= balance && end === Number.POSITIVE_INFINITY)
      end = momentIn(past, day, today > 0 ? balance / today : 1)
    balance = Math.max(0, balance - today)
    note(index, balance)
  }
  return end
}

const restOf = ({ hours, total }: PastDay, hoursGone: number): number =>
  hoursGone === 0 ? total : hours.slice(Math.ceil(hoursGone)).reduce((sum, nano) => sum + nano, 0)

/**
 * Returns the moment of a day at which a share of its spend is done, distributed over its hours like the past day's.
 */
function momentIn({ hours }: PastDay, { startMs, hoursGone }: UpcomingDay, share: number): number {
  const first = Math.ceil(hoursGone)
  const total = hours.slice(first).reduce((sum, nano) => sum + nano, 0)
  if (total === 0) return startMs + (hoursGone + (24 - hoursGone) * share) * 3_600_000
  let sum = 0
  for (let hour = first; hour < hours.length; hour++) {
    const here = hours[hour] ?? 0
    if (here > 0 && sum + here >= share * total)
      return startMs + (hour + (share * total - sum) / here) * 3_600_000
    sum += here
  }
  return startMs + hours.length * 3_600_000
}

/** Returns a generator of numbers from 0 up to 1 that is the same for each seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Draws from the normal distribution around 0 with a deviation of 1 (Box and Muller). */
export const drawNormal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Spend per day, between two moments, that past days do not show. */
export interface PlannedSpend {
  readonly startsAt: Date
  /** Null if it has no end. */
  readonly endsAt: Date | null
  readonly nanoPerDay: Nano
}

/** A limit on spend per calendar period, or in total. */
export interface SpendCap {
  readonly period: CalendarPeriod | 'total'
  readonly nano: Nano
  /** Spend of the current period so far. */
  readonly spentNano: Nano
}

export interface RunOutForecastInput {
  /** Whole past days, oldest first. */
  readonly days: readonly PastDay[]
  readonly balanceNano: Nano
  readonly now: Date
  readonly timeZone: string
  readonly planned?: readonly PlannedSpend[]
  readonly caps?: readonly SpendCap[]
  /** Spend of somebody else per day, which no cap limits. */
  readonly outsidePerDayNano?: Nano
  readonly horizonDays: number
  readonly seed: number
}

/** The values that 10, 50 and 90 of 100 futures do not exceed. A moment is null if it is beyond the horizon. */
export interface PercentileBand<T> {
  readonly p10: T
  readonly p50: T
  readonly p90: T
}

export interface RunOut {
  /** True if there are at least seven days with spend. Fewer show nothing. */
  readonly hasHistory: boolean
  readonly runOut: PercentileBand<Date | null>
  /** The balance at the end of each future day that 10, 50 and 90 of 100 futures do not exceed. */
  readonly days: readonly { readonly day: string; readonly balanceNano: PercentileBand<Nano> }[]
}

/** A whole day of past spend in the team's time zone. */
export interface PastDay {
  /** 1 for Monday to 7 for Sunday. */
  readonly weekday: number
  /** Nano-credits per hour since the day began. */
  readonly hours: readonly number[]
  readonly total: number
}

/** Spend in the hour that begins at this moment. */
export interface SpentHour {
  readonly startsAt: Date
  readonly nano: Nano
}

/**
 * Splits spend into the whole days between two moments, oldest first. A day without spend is included. The first and
 * the current day are left out unless they are whole.
 */
export function toPastDays(spent: readonly SpentHour[], from: Date, now: Date, timeZone: string): PastDay[] {
  const days: PastDay[] = []
  const first = dayContaining(from, timeZone)
  let day = first.startsAt < from ? dayContaining(first.endsAt, timeZone) : first
  let index = spent.findIndex(({ startsAt }) => startsAt >= day.startsAt)
  for (;;) {
    const { startsAt, endsAt, weekday } = day
    if (endsAt > now) return days
    const hours = new Array<number>(Math.ceil((endsAt.getTime() - startsAt.getTime()) / 3_600_000)).fill(0)
    for (let hour = spent[index]; index >= 0 && hour && hour.startsAt < endsAt; hour = spent[++index]) {
      const at = Math.floor((hour.startsAt.getTime() - startsAt.getTime()) / 3_600_000)
      hours[at] = (hours[at] ?? 0) + Number(hour.nano)
    }
    days.push({ weekday, hours, total: hours.reduce((sum, nano) => sum + nano, 0) })
    day = dayContaining(endsAt, timeZone)
  }
}

/** A future day in the team's time zone. */
export interface UpcomingDay {
  readonly day: string
  readonly weekday: number
  readonly startMs: number
  /** Number of its hours that are over. */
  readonly hoursGone: number
  readonly planned: number
  /** Spend of somebody else on this day. */
  readonly outside: number
  /** The periods that begin with this day. For today, it is always only the day. */
  readonly begins: readonly CalendarPeriod[]
}

/** Returns the days from now on. Today has its remaining hours. */
export function listUpcomingDays({
  now,
  timeZone,
  horizonDays,
  planned = [],
  outsidePerDayNano = 0n,
}: RunOutForecastInput): UpcomingDay[] {
  const taking: PlannedSpend = { startsAt: now, endsAt: null, nanoPerDay: outsidePerDayNano }
  const days = consecutiveDaysFrom(now, timeZone, horizonDays)
  return days.map((day, index) => {
    const startMs = day.startsAt.getTime()
    const from = index === 0 ? now.getTime() : startMs
    return {
      day: day.date,
      weekday: day.weekday,
      startMs,
      hoursGone: (from - startMs) / 3_600_000,
      planned: planned.reduce((sum, plan) => sum + plannedIn(plan, from, day.endsAt.getTime()), 0),
      outside: plannedIn(taking, from, day.endsAt.getTime()),
      begins: periodsOf(day, days[index - 1]),
    }
  })
}

/**
 * Returns the periods that begin with a day. Compares it with the previous day, because a zone may skip a Monday or a
 * first of a month.
 */
function periodsOf(day: Day, before: Day | undefined): CalendarPeriod[] {
  if (!before) return ['day']
  const isNew = { day: true, week: day.weekday < before.weekday, month: monthIn(day) !== monthIn(before) }
  return CALENDAR_PERIODS.filter((period) => isNew[period])
}

const monthIn = ({ date }: Day): string => date.slice(0, 7)

/** Returns what a plan spends between two moments. */
function plannedIn({ startsAt, endsAt, nanoPerDay }: PlannedSpend, from: number, to: number): number {
  const begin = Math.max(from, startsAt.getTime())
  const end = Math.min(to, endsAt?.getTime() ?? Number.POSITIVE_INFINITY)
  return end > begin ? (Number(nanoPerDay) * (end - begin)) / DAY_MS : 0
}

/** The growth of spend, as a share per day, and its uncertainty. */
export interface Trend {
  readonly perDay: number
  readonly doubt: number
}

const MAX_WEEKS = 9
const MIN_WEEKS = 4
/** Prior assumption: spend seldom grows or shrinks faster than this per day. */
const USUAL_PER_DAY = 0.004

/** Returns the trend of the last weeks' sums. Noisy sums get less weight. */
function trendOf(days: readonly PastDay[]): Trend {
  const weeks: number[] = []
  for (let end = days.length; end >= 7 && weeks.length < MAX_WEEKS; end -= 7)
    weeks.unshift(days.slice(end - 7, end).reduce((sum, { total }) => sum + total, 0))
  const known = weeks.flatMap((total, week) => (total > 0 ? [{ week, log: Math.log(total) }] : []))
  if (known.length < MIN_WEEKS) return { perDay: 0, doubt: USUAL_PER_DAY }
  const count = known.length
  const meanWeek = known.reduce((sum, { week }) => sum + week, 0) / count
  const meanLog = known.reduce((sum, { log }) => sum + log, 0) / count
  const spread = known.reduce((sum, { week }) => sum + (week - meanWeek) ** 2, 0)
  const slope = known.reduce((sum, { week, log }) => sum + (week - meanWeek) * (log - meanLog), 0) / spread
  const rest = known.reduce((sum, { week, log }) => sum + (log - meanLog - slope * (week - meanWeek)) ** 2, 0)
  const variance = rest / (count - 2) / spread / 49
  const usual = USUAL_PER_DAY ** 2
  return {
    perDay: ((slope / 7) * usual) / (usual + variance),
    doubt: Math.sqrt((usual * variance) / (usual + variance)),
  }
}

/** Difference in age at which a day is drawn half as often. */
const HALF_LIFE_DAYS = 21
/** Minimum number of known days of a weekday. With fewer, days of any weekday are drawn. */
const MIN_SAME_WEEKDAY = 3

export type DrawDay = (weekday: number) => PastDay

/**
 * Returns a function that draws past days of a weekday, recent ones more often; of any weekday if too few are known.
 */
function drawsFrom(days: readonly PastDay[], { perDay }: Trend, random: () => number): DrawDay {
  const weighted = days.map((day, index) => ({
    day: scaled(day, Math.exp(perDay * (days.length - 1 - index))),
    weight: 0.5 ** ((days.length - 1 - index) / HALF_LIFE_DAYS),
  }))
  const pools = new Map<number, DayPool>()
  for (let weekday = 1; weekday <= 7; weekday++) {
    const same = weighted.filter(({ day }) => day.weekday === weekday)
    pools.set(weekday, poolOf(same.length >= MIN_SAME_WEEKDAY ? same : weighted))
  }
  return (weekday) => pools.get(weekday)?.(random()) ?? NO_SPEND
}

type DayPool = (share: number) => PastDay

function poolOf(weighted: readonly { day: PastDay; weight: number }[]): DayPool {
  let sum = 0
  const ends = weighted.map(({ weight }) => {
    sum += weight
    return sum
  })
  return (share) => {
    const index = ends.findIndex((end) => share * sum < end)
    return weighted[index]?.day ?? NO_SPEND
  }
}

/** Scales a past day to today's level. */
const scaled = ({ weekday, hours, total }: PastDay, factor: number): PastDay => ({
  weekday,
  hours: hours.map((nano) => nano * factor),
  total: total * factor,
})

const NO_SPEND: PastDay = { weekday: 1, hours: [], total: 0 }
