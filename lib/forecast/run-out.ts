import { DateTime } from 'luxon'
import type { Micro } from '@/lib/kernel'
import type { PastDay } from './days'
import { normal, randomFrom } from './random'
import { type Trend, trendOf } from './trend'

/** Spend that is not in the past: so much per day, between two moments. */
export interface PlannedSpend {
  readonly startsAt: Date
  /** Null: until further notice. */
  readonly endsAt: Date | null
  readonly microPerDay: Micro
}

/** A bound on spend per calendar day, week or month. */
export interface SpendCap {
  readonly period: 'day' | 'week' | 'month'
  readonly micro: Micro
  /** What the running period has spent already. */
  readonly spentMicro: Micro
}

export interface RunOutQuestion {
  /** Whole past days, oldest first. */
  readonly days: readonly PastDay[]
  readonly balanceMicro: Micro
  readonly now: Date
  readonly timeZone: string
  readonly planned?: readonly PlannedSpend[]
  readonly caps?: readonly SpendCap[]
  readonly horizonDays: number
  readonly seed: number
}

/** Of 100 futures: by when 10, 50 and 90 of them have run out. Null: not within the horizon. */
export interface Band<T> {
  readonly p10: T
  readonly p50: T
  readonly p90: T
}

export interface RunOut {
  /** Fewer than a week of days with spend tell nothing. */
  readonly hasHistory: boolean
  readonly runOut: Band<Date | null>
  /** The balance at the end of each coming day, for 10, 50 and 90 of 100 futures at most. */
  readonly days: readonly { readonly day: string; readonly balanceMicro: Band<Micro> }[]
}

const PATHS = 400
const LEAST_DAYS = 7
/** So many of a weekday must be known for its own days to be drawn alone. */
const LEAST_SAME_WEEKDAY = 3
/** A day this much older is drawn half as often. */
const HALF_LIFE_DAYS = 21
/** What cannot be seen in past days: that the level itself moves. Chosen so that hindsight finds 80 of 100 in the band. */
const DRIFT_PER_DAY = 0.02
/** No level is believed to change by more than this power of e. */
const MOST_CHANGE = 1.2
const LEVEL_DOUBT = 1.1

/**
 * When a wallet's balance will be used up, as a band: many futures put together from whole past days of the same weekday,
 * recent ones more often, at a level that is itself in doubt. The same question gets the same answer.
 */
export function forecastRunOut(question: RunOutQuestion): RunOut {
  const { days, horizonDays, balanceMicro, now } = question
  const hasHistory = days.filter(({ total }) => total > 0).length >= LEAST_DAYS
  if (balanceMicro <= 0n) return { hasHistory, runOut: { p10: now, p50: now, p90: now }, days: [] }
  if (!hasHistory && (question.planned ?? []).length === 0)
    return { hasHistory, runOut: { p10: null, p50: null, p90: null }, days: [] }
  const calendar = calendarFrom(question)
  const random = randomFrom(question.seed)
  const trend = trendOf(days)
  const draw = drawsFrom(days, trend, random)
  const doubt = doubtOf(days)
  const ends: number[] = []
  const balances = calendar.map(() => new Float64Array(PATHS))
  for (let path = 0; path < PATHS; path++) {
    const level = doubt * normal(random)
    const slope = trend.perDay + trend.doubt * normal(random)
    ends.push(
      walk(question, calendar, draw, { level, slope }, random, (place, micro) => {
        const row = balances[place]
        if (row) row[path] = micro
      }),
    )
  }
  ends.sort((a, b) => a - b)
  const dateAt = (share: number): Date | null => {
    const at = ends[Math.floor(share * PATHS)] ?? Number.POSITIVE_INFINITY
    return Number.isFinite(at) ? new Date(at) : null
  }
  return {
    hasHistory,
    runOut: { p10: dateAt(0.1), p50: dateAt(0.5), p90: dateAt(0.9) },
    days: calendar.slice(0, horizonDays).map(({ day }, place) => {
      const row = (balances[place] ?? new Float64Array(PATHS)).sort()
      const at = (share: number) => BigInt(Math.max(0, Math.round(row[Math.floor(share * PATHS)] ?? 0)))
      return { day, balanceMicro: { p10: at(0.1), p50: at(0.5), p90: at(0.9) } }
    }),
  }
}

interface ComingDay {
  readonly day: string
  readonly weekday: number
  readonly startMs: number
  /** Hours of it that are over already. */
  readonly hoursGone: number
  readonly planned: number
  /** The name of the week and month it lies in. */
  readonly week: string
  readonly month: string
}

function calendarFrom({ now, timeZone, horizonDays, planned = [] }: RunOutQuestion): ComingDay[] {
  const at = DateTime.fromJSDate(now, { zone: timeZone })
  const today = at.startOf('day')
  return Array.from({ length: horizonDays }, (_, place) => {
    const start = today.plus({ days: place }).startOf('day')
    const end = start.plus({ days: 1 }).startOf('day')
    const hoursGone = place === 0 ? at.diff(start, 'hours').hours : 0
    const from = place === 0 ? now.getTime() : start.toMillis()
    return {
      day: start.toISODate() ?? '',
      weekday: start.weekday,
      startMs: start.toMillis(),
      hoursGone,
      planned: planned.reduce((sum, plan) => sum + plannedIn(plan, from, end.toMillis()), 0),
      week: `${start.weekYear}-${start.weekNumber}`,
      month: start.toFormat('yyyy-LL'),
    }
  })
}

/** What a plan spends between two moments. */
function plannedIn({ startsAt, endsAt, microPerDay }: PlannedSpend, from: number, to: number): number {
  const begin = Math.max(from, startsAt.getTime())
  const end = Math.min(to, endsAt?.getTime() ?? Number.POSITIVE_INFINITY)
  return end > begin ? (Number(microPerDay) * (end - begin)) / 86_400_000 : 0
}

type Draw = (weekday: number) => PastDay

/** Draws past days of a weekday, recent ones more often; of any weekday where too few are known. */
function drawsFrom(days: readonly PastDay[], { perDay }: Trend, random: () => number): Draw {
  const weighted = days.map((day, place) => ({
    day: scaled(day, Math.exp(perDay * (days.length - 1 - place))),
    weight: 0.5 ** ((days.length - 1 - place) / HALF_LIFE_DAYS),
  }))
  const pools = new Map<number, Pool>()
  for (let weekday = 1; weekday <= 7; weekday++) {
    const same = weighted.filter(({ day }) => day.weekday === weekday)
    pools.set(weekday, poolOf(same.length >= LEAST_SAME_WEEKDAY ? same : weighted))
  }
  return (weekday) => pools.get(weekday)?.(random()) ?? NO_SPEND
}

type Pool = (share: number) => PastDay

function poolOf(weighted: readonly { day: PastDay; weight: number }[]): Pool {
  let sum = 0
  const ends = weighted.map(({ weight }) => {
    sum += weight
    return sum
  })
  return (share) => {
    const place = ends.findIndex((end) => share * sum < end)
    return weighted[place]?.day ?? NO_SPEND
  }
}

/** A past day as it would be at today's level. */
const scaled = ({ weekday, hours, total }: PastDay, factor: number): PastDay => ({
  weekday,
  hours: hours.map((micro) => micro * factor),
  total: total * factor,
})

const NO_SPEND: PastDay = { weekday: 1, hours: [], total: 0 }

/** How far the level of spend may be from what past weeks show: more where days differ and few are known. */
function doubtOf(days: readonly PastDay[]): number {
  const recent = days.slice(-3 * HALF_LIFE_DAYS)
  const mean = recent.reduce((sum, { total }) => sum + total, 0) / Math.max(1, recent.length)
  if (mean === 0) return 0
  const variance =
    recent.reduce((sum, { total }) => sum + (total - mean) ** 2, 0) / Math.max(1, recent.length - 1)
  const known = Math.min(recent.length, 2 * HALF_LIFE_DAYS)
  return Math.min(0.6, (LEVEL_DOUBT * Math.sqrt(variance)) / mean / Math.sqrt(known))
}

/** Walks one future day by day; answers the moment at which the balance is used up, or infinity. */
function walk(
  { balanceMicro, caps = [] }: RunOutQuestion,
  calendar: readonly ComingDay[],
  draw: Draw,
  future: { readonly level: number; readonly slope: number },
  random: () => number,
  note: (place: number, micro: number) => void,
): number {
  let balance = Number(balanceMicro)
  let end = Number.POSITIVE_INFINITY
  let { level } = future
  const spent = caps.map(({ spentMicro }) => Number(spentMicro))
  for (const [place, day] of calendar.entries()) {
    const before = calendar[place - 1]
    if (before) for (const [at, cap] of caps.entries()) if (isNewPeriod(cap, before, day)) spent[at] = 0
    level += future.slope + DRIFT_PER_DAY * normal(random)
    const factor = Math.exp(Math.min(MOST_CHANGE, Math.max(-MOST_CHANGE, level)))
    const past = draw(day.weekday)
    const whole = restOf(past, day.hoursGone) * factor + day.planned
    const left = caps.map(({ micro }, at) => Math.max(0, Number(micro) - (spent[at] ?? 0)))
    const today = Math.min(whole, ...left)
    for (const at of caps.keys()) spent[at] = (spent[at] ?? 0) + today
    if (today >= balance && end === Number.POSITIVE_INFINITY)
      end = momentIn(past, day, today > 0 ? balance / today : 1)
    balance = Math.max(0, balance - today)
    note(place, balance)
  }
  return end
}

const isNewPeriod = ({ period }: SpendCap, before: ComingDay, day: ComingDay): boolean =>
  period === 'day' || before[period] !== day[period]

const restOf = ({ hours, total }: PastDay, hoursGone: number): number =>
  hoursGone === 0 ? total : hours.slice(Math.ceil(hoursGone)).reduce((sum, micro) => sum + micro, 0)

/** The moment of a day at which a share of its spend is done, as the past day spread it over its hours. */
function momentIn({ hours }: PastDay, { startMs, hoursGone }: ComingDay, share: number): number {
  const first = Math.ceil(hoursGone)
  const total = hours.slice(first).reduce((sum, micro) => sum + micro, 0)
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
