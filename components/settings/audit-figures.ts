import { CHANNEL_EVENTS, CHANNEL_KINDS, KINDS } from '@/components/alerts/labels'
import { asReadHere, formatCount, formatDay } from '@/lib/kernel'

const DATE = /^\d{4}-\d\d-\d\d$/

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** Writes minutes of a day, whose end is 24:00. */
const clock = (minutes: string): string =>
  `${twoDigits(Math.floor(Number(minutes) / 60))}:${twoDigits(Number(minutes) % 60)}`

/** Writes a day that is stored as 2026-11-30. */
const day = (text: string): string =>
  DATE.test(text) ? formatDay(new Date(`${text}T00:00:00Z`), 'UTC') : text

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns the name of a kind of alert; any other text as it is. */
export const describeKind = (text: string): string =>
  Object.entries(KINDS).find(([kind]) => kind === text)?.[1].label ?? text

const channelKind = (text: string): string =>
  Object.entries(CHANNEL_KINDS).find(([kind]) => kind === text)?.[1] ?? describeKind(text)

/** Writes the messages that a channel takes, stored as a list with quotes: ["alert","run.ended"]. */
const events = (list: string): string =>
  Object.entries(CHANNEL_EVENTS)
    .filter(([event]) => list.includes(`"${event}"`))
    .map(([, { label }]) => label)
    .join(' · ') || 'none'

/** Writers of figures that are stored in another form than people read. */
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
  events,
  kind: channelKind,
  lastDay: day,
  note: asReadHere,
  to: day,
  tellsAt: (text) => text.replaceAll(',', ', '),
}
