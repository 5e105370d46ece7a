import { asReadHere, formatCount, formatDay } from '@/lib/kernel'

const DATE = /^\d{4}-\d\d-\d\d$/

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** Minutes of a day, whose end is 24:00. */
const clock = (minutes: string): string =>
  `${twoDigits(Math.floor(Number(minutes) / 60))}:${twoDigits(Number(minutes) % 60)}`

/** A day as it is stored: 2026-11-30. */
const day = (text: string): string =>
  DATE.test(text) ? formatDay(new Date(`${text}T00:00:00Z`), 'UTC') : text

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Figures that are stored in another form than people read. */
export const AUDIT_FIGURES: Readonly<Record<string, (stored: string) => string>> = {
  activeDays: (days) =>
    days === '1234567' ? 'every day' : [...days].map((day) => WEEKDAYS[Number(day) - 1] ?? day).join(' · '),
  activeFrom: clock,
  activeTo: clock,
  amount: asReadHere,
  cost: asReadHere,
  credits: (text) => (/^\d{1,15}$/.test(text) ? formatCount(Number(text)) : asReadHere(text)),
  creditsPerItem: asReadHere,
  day,
  firstDay: day,
  from: day,
  lastDay: day,
  note: asReadHere,
  to: day,
  tellsAt: (text) => text.replaceAll(',', ', '),
}
