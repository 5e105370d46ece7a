import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import { currentConventions, invalid } from '@/lib/kernel'
import { atMinute, dayAfter, localClockAt } from '@/lib/platform/calendar'

/** The times at which a schedule is due: cron in the team's time zone, within its active hours. */
export interface ScheduleTimes {
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  readonly cron: string
  /** Minutes of the day, from the first up to but excluding the second; over midnight if the first is the later one. */
  readonly activeFrom: number
  readonly activeTo: number
  /** Days of the week, Monday first, as "12345". */
  readonly activeDays: string
}

/**
 * Number of consecutive times outside the active hours, each on another day at least, after which no time will come.
 */
const MAX_IN_VAIN = 400

/**
 * Returns the next times after a moment, in order; fewer than requested if no more come. Clock changes neither lose
 * nor double a daily time. Throws `invalid` for a text that is not cron.
 */
export function nextScheduleTimes(times: ScheduleTimes, timeZone: string, after: Date, many: number): Date[] {
  const cron = parse(times.cron, timeZone)
  const found: Date[] = []
  let inVain = 0
  for (let at = cron.nextRun(after); at && found.length < many; at = cron.nextRun(at)) {
    if (isWithinActiveHours(times, timeZone, at)) {
      found.push(at)
      inVain = 0
    } else if (++inVain > MAX_IN_VAIN) break
    else at = justBeforeActive(times, timeZone, at)
  }
  return found
}

/**
 * Returns a second before the next active hours. Without this jump, a cron of every minute would be tried all night.
 */
function justBeforeActive(active: Omit<ScheduleTimes, 'cron'>, timeZone: string, at: Date): Date {
  const { weekday } = localClockAt(at, timeZone)
  for (let ahead = 0; ahead <= 7; ahead++) {
    // Checked first, because days are costly to find and 400 nights may be futile.
    if (!active.activeDays.includes(String(((weekday - 1 + ahead) % 7) + 1))) continue
    const day = dayAfter(at, timeZone, ahead)
    const opens = [day.startsAt, atMinute(day, timeZone, active.activeFrom)].find(
      (moment) => moment > at && isWithinActiveHours(active, timeZone, moment),
    )
    if (opens) return new Date(opens.getTime() - 1000)
  }
  return at
}

function parse(cron: string, timeZone: string): Cron {
  try {
    return new Cron(cron, { timezone: timeZone, mode: '5-part', paused: true })
  } catch {
    const cronField =
      'Use five fields of cron: minute, hour, day, month, day of the week, such as 0 9 * * 1-5.'
    throw invalid('These times cannot be read.', { cron: cronField })
  }
}

/** Returns whether a moment lies within the active hours. */
export function isWithinActiveHours(
  { activeFrom, activeTo, activeDays }: Omit<ScheduleTimes, 'cron'>,
  timeZone: string,
  at: Date,
): boolean {
  const { minute, weekday } = localClockAt(at, timeZone)
  const isWithin =
    activeFrom < activeTo
      ? minute >= activeFrom && minute < activeTo
      : minute >= activeFrom || minute < activeTo
  return isWithin && activeDays.includes(String(weekday))
}

/**
 * Describes a cron in words, with the person’s clock: "At 09:00, Monday through Friday"; unchanged if there are no
 * words for it.
 */
export function describeCron(cron: string): string {
  try {
    return cronstrue.toString(cron, {
      use24HourTimeFormat: !currentConventions().hasTwelveHours,
      trimHoursLeadingZero: currentConventions().hasTwelveHours,
    })
  } catch {
    return cron
  }
}
