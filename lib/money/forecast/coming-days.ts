import { CALENDAR_PERIODS, type CalendarPeriod, DAY_MS, daysFrom, periodOf } from '@/lib/platform/calendar'
import type { PlannedSpend, RunOutQuestion } from './types'

/** A future day in the team's time zone. */
export interface ComingDay {
  readonly day: string
  readonly weekday: number
  readonly startMs: number
  /** How many of its hours are over. */
  readonly hoursGone: number
  readonly planned: number
  /** The periods that begin with it. */
  readonly begins: readonly CalendarPeriod[]
}

/** The days from now on, today with its remaining hours. */
export function calendarFrom({ now, timeZone, horizonDays, planned = [] }: RunOutQuestion): ComingDay[] {
  return daysFrom(now, timeZone, horizonDays).map(({ date, weekday, startsAt, endsAt }, place) => {
    const startMs = startsAt.getTime()
    const from = place === 0 ? now.getTime() : startMs
    return {
      day: date,
      weekday,
      startMs,
      hoursGone: (from - startMs) / 3_600_000,
      planned: planned.reduce((sum, plan) => sum + plannedIn(plan, from, endsAt.getTime()), 0),
      begins: periodsFrom(startsAt, timeZone),
    }
  })
}

const periodsFrom = (day: Date, timeZone: string): CalendarPeriod[] =>
  CALENDAR_PERIODS.filter((period) => periodOf(day, period, timeZone).startsAt.getTime() === day.getTime())

/** What a plan spends between two moments. */
function plannedIn({ startsAt, endsAt, nanoPerDay }: PlannedSpend, from: number, to: number): number {
  const begin = Math.max(from, startsAt.getTime())
  const end = Math.min(to, endsAt?.getTime() ?? Number.POSITIVE_INFINITY)
  return end > begin ? (Number(nanoPerDay) * (end - begin)) / DAY_MS : 0
}
