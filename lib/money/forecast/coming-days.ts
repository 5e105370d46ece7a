import { DateTime } from 'luxon'
import type { PlannedSpend, RunOutQuestion } from './types'

/** A future day in the team's time zone. */
export interface ComingDay {
  readonly day: string
  readonly weekday: number
  readonly startMs: number
  /** How many of its hours are over. */
  readonly hoursGone: number
  readonly planned: number
  /** The name of its week and month. */
  readonly week: string
  readonly month: string
}

/** The days from now on, today with its remaining hours. */
export function calendarFrom({ now, timeZone, horizonDays, planned = [] }: RunOutQuestion): ComingDay[] {
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
