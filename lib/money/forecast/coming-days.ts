import { CALENDAR_PERIODS, type CalendarPeriod, DAY_MS, type Day, daysFrom } from '@/lib/platform/calendar'
import type { PlannedSpend, RunOutQuestion } from './types'

/** A future day in the team's time zone. */
export interface ComingDay {
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
export function calendarFrom({
  now,
  timeZone,
  horizonDays,
  planned = [],
  outsidePerDayNano = 0n,
}: RunOutQuestion): ComingDay[] {
  const taking: PlannedSpend = { startsAt: now, endsAt: null, nanoPerDay: outsidePerDayNano }
  const days = daysFrom(now, timeZone, horizonDays)
  return days.map((day, place) => {
    const startMs = day.startsAt.getTime()
    const from = place === 0 ? now.getTime() : startMs
    return {
      day: day.date,
      weekday: day.weekday,
      startMs,
      hoursGone: (from - startMs) / 3_600_000,
      planned: planned.reduce((sum, plan) => sum + plannedIn(plan, from, day.endsAt.getTime()), 0),
      outside: plannedIn(taking, from, day.endsAt.getTime()),
      begins: periodsOf(day, days[place - 1]),
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
