import { dayContaining } from '@/lib/platform/calendar'

/** Remaining time below which a raise is of no use, so that the following day is suggested instead. */
const SHORT_MS = 6 * 3_600_000

/** Returns the day to suggest as a raise's last: the last of the budget's period, or '' if the budget never resets. */
export function suggestRaiseLastDay(resetsAt: Date | null, now: Date, timeZone: string): string {
  if (resetsAt === null) return ''
  const last = dayContaining(new Date(resetsAt.getTime() - 1), timeZone)
  const isSoon = last.endsAt.getTime() - now.getTime() < SHORT_MS
  return (isSoon ? dayContaining(last.endsAt, timeZone) : last).date
}
