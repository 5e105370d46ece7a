/** How often, as a person chooses it. Any other cron expression stays as it is. */
export interface Frequency {
  readonly every: Every
  /** "09:00": for times once a day or less. */
  readonly time: string
  /** 1 for Monday to 7 for Sunday: for times once a week. */
  readonly weekday: string
}

export const EVERY = [
  { value: '*/15 * * * *', label: 'Every 15 minutes' },
  { value: '*/30 * * * *', label: 'Every 30 minutes' },
  { value: '0 * * * *', label: 'Every hour' },
  { value: '0 */3 * * *', label: 'Every 3 hours' },
  { value: '0 */6 * * *', label: 'Every 6 hours' },
  { value: '0 */12 * * *', label: 'Every 12 hours' },
  { value: 'day', label: 'Every day at a time' },
  { value: 'weekdays', label: 'Monday to Friday at a time' },
  { value: 'week', label: 'Every week at a time' },
  { value: 'cron', label: 'As a cron expression' },
] as const
export type Every = (typeof EVERY)[number]['value']

const TIME_OF_DAY: readonly Every[] = ['day', 'weekdays', 'week']

/** Whether it takes a time of the day. */
export const hasTime = (every: Every): boolean => TIME_OF_DAY.includes(every)

/** As cron; undefined if the person writes it, and empty while a time of the day is missing: nobody chose one. */
export function toCron({ every, time, weekday }: Frequency): string | undefined {
  if (every === 'cron') return undefined
  if (!hasTime(every)) return every
  if (time === '') return ''
  const [hour = '0', minute = '0'] = time.split(':')
  const days = every === 'day' ? '*' : every === 'weekdays' ? '1-5' : weekday
  return `${Number(minute)} ${Number(hour)} * * ${days}`
}

const AT_A_TIME = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|[1-7])$/

/** The choice that a cron expression stands for. */
export function toFrequency(cron: string): Frequency {
  const usual = { time: '09:00', weekday: '1' }
  const interval = EVERY.find(({ value }) => value === cron)
  if (interval) return { ...usual, every: interval.value }
  const [, minute, hour, days] = AT_A_TIME.exec(cron) ?? []
  if (minute === undefined || hour === undefined || days === undefined) return { ...usual, every: 'cron' }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (days === '*') return { ...usual, every: 'day', time }
  return days === '1-5' ? { ...usual, every: 'weekdays', time } : { every: 'week', time, weekday: days }
}

/** Minutes of the day as "09:30"; the end of the day is "24:00" to a person, and 00:00 to a time field. */
export const toClock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A time field's text as minutes of the day; `atMidnight` where it is 00:00 or empty. */
export function toMinutes(clock: string, atMidnight: number): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes || atMidnight
}
