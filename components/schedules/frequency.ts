/** A frequency as a person chooses it. Any other cron expression stays as it is. */
export interface Frequency {
  readonly every: FrequencyChoice
  /** Time such as "09:00", for runs once a day or less. */
  readonly time: string
  /** 1 for Monday to 7 for Sunday, for runs once a week. */
  readonly weekday: string
}

/** The frequencies, with their maximum of runs a day and days a month; for a cron that a person wrote that is not known. */
export const FREQUENCIES = {
  '*/15 * * * *': { label: 'Every 15 minutes', runsADay: 96, daysAMonth: 31 },
  '*/30 * * * *': { label: 'Every 30 minutes', runsADay: 48, daysAMonth: 31 },
  '0 * * * *': { label: 'Every hour', runsADay: 24, daysAMonth: 31 },
  '0 */3 * * *': { label: 'Every 3 hours', runsADay: 8, daysAMonth: 31 },
  '0 */6 * * *': { label: 'Every 6 hours', runsADay: 4, daysAMonth: 31 },
  '0 */12 * * *': { label: 'Every 12 hours', runsADay: 2, daysAMonth: 31 },
  day: { label: 'Every day at a set time', runsADay: 1, daysAMonth: 31 },
  weekdays: { label: 'Monday to Friday at a set time', runsADay: 1, daysAMonth: 23 },
  week: { label: 'Every week at a set time', runsADay: 1, daysAMonth: 5 },
  cron: { label: 'As a cron expression', runsADay: Number.POSITIVE_INFINITY, daysAMonth: 31 },
} as const
export type FrequencyChoice = keyof typeof FREQUENCIES

export const isFrequency = (text: string | null): text is FrequencyChoice =>
  text !== null && Object.hasOwn(FREQUENCIES, text)

const TIME_OF_DAY: readonly FrequencyChoice[] = ['day', 'weekdays', 'week']

/** Returns whether a frequency needs a time of day. */
export const hasTime = (every: FrequencyChoice): boolean => TIME_OF_DAY.includes(every)

/**
 * Writes a frequency as cron; undefined if the person writes it, and empty while a time of day is missing, since
 * nobody chose one.
 */
export function toCron({ every, time, weekday }: Frequency): string | undefined {
  if (every === 'cron') return undefined
  if (!hasTime(every)) return every
  if (time === '') return ''
  const [hour = '0', minute = '0'] = time.split(':')
  const days = every === 'day' ? '*' : every === 'weekdays' ? '1-5' : weekday
  return `${Number(minute)} ${Number(hour)} * * ${days}`
}

const AT_A_TIME = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|[1-7])$/

/** Returns the choice that a cron expression stands for. */
export function toFrequency(cron: string): Frequency {
  const usual = { time: '09:00', weekday: '1' }
  if (isFrequency(cron)) return { ...usual, every: cron }
  const [, minute, hour, days] = AT_A_TIME.exec(cron) ?? []
  if (minute === undefined || hour === undefined || days === undefined) return { ...usual, every: 'cron' }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (days === '*') return { ...usual, every: 'day', time }
  return days === '1-5' ? { ...usual, every: 'weekdays', time } : { every: 'week', time, weekday: days }
}

/** Writes minutes of the day as "09:30"; the end of the day is "24:00" to a person, and 00:00 to a time field. */
export const formatTimeOfDay = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Reads a time field's text as minutes of the day; `atMidnight` if it is 00:00 or empty. */
export function parseTimeOfDay(clock: string, atMidnight: number): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes || atMidnight
}
