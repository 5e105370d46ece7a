import { currentConventions } from './conventions'

/** Formats by name and zone. Creating one takes far longer than using it, and a list formats a moment per row. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns an English format with the person's order of day and month and their 12- or 24-hour clock. */
function formatIn(name: keyof typeof FORMS, timeZone: string): Intl.DateTimeFormat {
  const { isMonthFirst, hasTwelveHours } = currentConventions()
  const id = `${name} ${timeZone} ${isMonthFirst} ${hasTwelveHours}`
  const known = formats.get(id)
  if (known) return known
  const made = new Intl.DateTimeFormat(isMonthFirst ? 'en-US' : 'en-GB', {
    timeZone,
    ...FORMS[name],
    ...('hour' in FORMS[name] && { hourCycle: hasTwelveHours ? 'h12' : 'h23' }),
  })
  formats.set(id, made)
  return made
}

const DAY = { day: 'numeric', month: 'short' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const
const FORMS = {
  day: { ...DAY, year: 'numeric' },
  shortDay: DAY,
  time: TIME,
  timeWithSeconds: { ...TIME, second: '2-digit' },
  moment: { ...DAY, year: 'numeric', ...TIME },
  shortMoment: { ...DAY, ...TIME },
} as const

/**
 * Replaces the narrow space before "PM" and the month "Sept", which only some ICU versions use: server and browser
 * must agree.
 */
const written = (text: string): string => text.replaceAll('\u202f', ' ').replace('Sept', 'Sep')

const formatBy = (name: keyof typeof FORMS) => (at: Date, timeZone: string) =>
  written(formatIn(name, timeZone).format(at))

/** Formats a day in a time zone: "12 Mar 2026". */
export const formatDay = formatBy('day')

/** Formats a day without its year: "12 Mar". */
export const formatShortDay = formatBy('shortDay')

/** Formats a time of day: "14:05". */
export const formatTime = formatBy('time')

/** Formats a time of day to the second: "14:05:07". */
export const formatTimeWithSeconds = formatBy('timeWithSeconds')

/** Formats a moment in a time zone: "20 Nov 2026, 14:05". */
export const formatMoment = formatBy('moment')

/** Formats a moment without its year: "20 Nov, 14:05". */
export const formatShortMoment = formatBy('shortMoment')
