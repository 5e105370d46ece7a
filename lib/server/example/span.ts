import { DAY_MS } from '@/lib/platform/calendar'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

export const DAYS = 90
/** Length of a slice on the last days; earlier slices are a day long. The balances are read at the end of each. */
const SLICE_MS = 6 * HOUR_MS
const FINE_DAYS = 16
/** Time without calls at the end of a slice, so that its reading holds all its charges. */
export const QUIET_MS = 20 * MINUTE_MS
/** Time since the last reading. No reading explains what comes after it. */
const LAST_MS = 5 * MINUTE_MS

/** A slice of the pretend history, in milliseconds since 1970. */
export interface TimeSlice {
  readonly from: number
  readonly to: number
  /** Days since the beginning of the whole history. */
  readonly day: number
}

/** Returns the slices of the last days up to now, in order. */
export function slicesUntil(now: Date, days = DAYS): TimeSlice[] {
  const end = Math.floor((now.getTime() - LAST_MS) / MINUTE_MS) * MINUTE_MS
  return Array.from({ length: days }, (_, place) => days - place).flatMap((ago) => {
    const length = ago > FINE_DAYS ? DAY_MS : SLICE_MS
    const begins = end - ago * DAY_MS
    return Array.from({ length: DAY_MS / length }, (_, part) => {
      const from = begins + part * length
      return { from, to: from + length, day: DAYS - ago + (part * length) / DAY_MS }
    })
  })
}

/** Returns the hours of UTC that begin in a slice, with their moments. */
export function hoursOf({ from, to }: TimeSlice): { readonly hour: number; readonly at: number }[] {
  const hours: { hour: number; at: number }[] = []
  for (let at = Math.ceil(from / HOUR_MS) * HOUR_MS; at < to; at += HOUR_MS)
    hours.push({ hour: new Date(at).getUTCHours(), at })
  return hours
}

/** Returns how busy people are at a moment: most at noon, least at night and at weekends, and more each week. */
export function busyness(at: number, day: number): number {
  const moment = new Date(at)
  const daylight = Math.max(0, Math.sin((Math.PI * (moment.getUTCHours() - 6)) / 14))
  const weekend = [0, 6].includes(moment.getUTCDay()) ? 0.35 : 1
  return daylight * weekend * (0.7 + (0.6 * day) / DAYS)
}
