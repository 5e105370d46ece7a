import { setImmediate } from 'node:timers/promises'
import { type ComingDay, calendarFrom } from './coming-days'
import type { PastDay } from './days'
import { type DrawDay, drawsFrom, HALF_LIFE_DAYS } from './draws'
import { normal, randomFrom } from './random'
import { trendOf } from './trend'
import type { RunOut, RunOutQuestion } from './types'

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
export async function forecastRunOut(question: RunOutQuestion): Promise<RunOut> {
  const { days, horizonDays, balanceNano, now } = question
  const hasHistory = days.filter(({ total }) => total > 0).length >= MIN_DAYS
  if (balanceNano <= 0n) return { hasHistory, runOut: { p10: now, p50: now, p90: now }, days: [] }
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
    if (path % PATHS_AT_ONCE === 0) await setImmediate()
    const level = doubt * normal(random)
    const slope = trend.perDay + trend.doubt * normal(random)
    ends.push(
      walk(question, calendar, draw, { level, slope }, random, (place, nano) => {
        const row = balances[place]
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
    days: calendar.slice(0, horizonDays).map(({ day }, place) => {
      const row = (balances[place] ?? new Float64Array(PATHS)).sort()
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
  { balanceNano, caps = [] }: RunOutQuestion,
  calendar: readonly ComingDay[],
  draw: DrawDay,
  future: { readonly level: number; readonly slope: number },
  random: () => number,
  note: (place: number, nano: number) => void,
): number {
  let balance = Number(balanceNano)
  let end = Number.POSITIVE_INFINITY
  let { level } = future
  const spent = caps.map(({ spentNano }) => Number(spentNano))
  for (const [place, day] of calendar.entries()) {
    // Today's periods began before, and `spent` already contains what they have spent.
    if (place > 0)
      for (const [at, { period }] of caps.entries())
        if (period !== 'total' && day.begins.includes(period)) spent[at] = 0
    level += future.slope + DRIFT_PER_DAY * normal(random)
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
    note(place, balance)
  }
  return end
}

const restOf = ({ hours, total }: PastDay, hoursGone: number): number =>
  hoursGone === 0 ? total : hours.slice(Math.ceil(hoursGone)).reduce((sum, nano) => sum + nano, 0)

/**
 * Returns the moment of a day at which a share of its spend is done, distributed over its hours like the past day's.
 */
function momentIn({ hours }: PastDay, { startMs, hoursGone }: ComingDay, share: number): number {
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
