import { dayOf } from '@/lib/platform/calendar'

/** What ends sooner helps nobody: the day after it is suggested. */
const SHORT_MS = 6 * 3_600_000

/** The last day that is suggested for a raise: that of the budget's period. None where it does not start again. */
export function lastDayFor(resetsAt: Date | null, now: Date, timeZone: string): string {
  if (resetsAt === null) return ''
  const last = dayOf(new Date(resetsAt.getTime() - 1), timeZone)
  const isSoon = last.endsAt.getTime() - now.getTime() < SHORT_MS
  return (isSoon ? dayOf(last.endsAt, timeZone) : last).date
}
