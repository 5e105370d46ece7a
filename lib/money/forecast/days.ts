import type { Nano } from '@/lib/kernel'
import { dayOf } from '@/lib/platform/calendar'

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
  const first = dayOf(from, timeZone)
  let day = first.startsAt < from ? dayOf(first.endsAt, timeZone) : first
  let place = spent.findIndex(({ startsAt }) => startsAt >= day.startsAt)
  for (;;) {
    const { startsAt, endsAt, weekday } = day
    if (endsAt > now) return days
    const hours = new Array<number>(Math.ceil((endsAt.getTime() - startsAt.getTime()) / 3_600_000)).fill(0)
    for (let hour = spent[place]; place >= 0 && hour && hour.startsAt < endsAt; hour = spent[++place]) {
      const at = Math.floor((hour.startsAt.getTime() - startsAt.getTime()) / 3_600_000)
      hours[at] = (hours[at] ?? 0) + Number(hour.nano)
    }
    days.push({ weekday, hours, total: hours.reduce((sum, nano) => sum + nano, 0) })
    day = dayOf(endsAt, timeZone)
  }
}
