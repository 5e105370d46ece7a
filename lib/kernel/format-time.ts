import { currentConventions } from './conventions'

/** By name and zone: making a format takes far longer than using it, and a list of items formats a moment a row. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** A format in English, in the person's order of day and month, and with their clock. */
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

/** Some versions of the data have a narrow space before "PM" and "Sept", others a plain one and "Sep": server and browser must agree. */
const written = (text: string): string => text.replaceAll('\u202f', ' ').replace('Sept', 'Sep')

const formatBy = (name: keyof typeof FORMS) => (at: Date, timeZone: string) =>
  written(formatIn(name, timeZone).format(at))

/** A day as "12 Mar 2026", in a time zone. */
export const formatDay = formatBy('day')

/** A day of about this year: "12 Mar". */
export const formatShortDay = formatBy('shortDay')

/** A time of a day: "14:05". */
export const formatTime = formatBy('time')

/** The same to the second: "14:05:07". */
export const formatTimeWithSeconds = formatBy('timeWithSeconds')

/** A moment in a zone: "20 Nov 2026, 14:05". */
export const formatMoment = formatBy('moment')

/** A moment of about this year: "20 Nov, 14:05". */
export const formatShortMoment = formatBy('shortMoment')
