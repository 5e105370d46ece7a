import { ALERT_KIND_LABELS, CHANNEL_EVENTS, CHANNEL_KINDS } from '@/components/alerts/labels'
import { PROVIDER_FIELDS } from '@/components/provider/fields'
import {
  AUDIT_FIELDS,
  type AuditField,
  currentUnit,
  formatCount,
  formatDay,
  formatMoment,
  localiseStoredText,
} from '@/lib/kernel'

/**
 * Returns a field in words, with amounts in the balance's unit; null for one of another version. The provider's fields
 * have dotted names.
 */
export const describeAuditField = (name: string): string | null =>
  isField(name)
    ? AUDIT_FIELDS[name].replace(/^credits\b/, currentUnit())
    : (PROVIDER_FIELDS.find((field) => field.name === name)?.label ?? null)

const isField = (name: string): name is AuditField => Object.hasOwn(AUDIT_FIELDS, name)

const apart = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Names that ids stand for, and crons in words. */
export type IdNames = Readonly<Record<string, string>>

interface Reader {
  readonly timeZone: string
  readonly names: IdNames
}

/**
 * Describes an entry's detail, stored as JSON, as "from: member, to: admin"; empty if there is none. An id appears as
 * the name of its subject, if that is among the given ones.
 */
export function describeDetail(detail: string, timeZone: string, names: IdNames = {}): string {
  const parts = readJson(detail)
  if (typeof parts !== 'object' || parts === null) return detail
  const hasName = (value: unknown) => typeof value === 'string' && Object.hasOwn(names, value)
  return Object.entries(parts)
    .filter(([field, value]: [string, unknown]) => !saysNothing(field, value))
    .map(([field, value]: [string, unknown]) => {
      const words = isAddress(field, value) ? 'network address' : (describeAuditField(field) ?? apart(field))
      const isNamed = isChange(value) ? hasName(value.from) || hasName(value.to) : hasName(value)
      return `${isNamed ? words.replace(OF_ID, '') : words}: ${describeValue(field, value, { timeZone, names })}`
    })
    .join(', ')
}

/** Returns whether a part says nothing because it was not set at creation, such as its own wallet or tags. */
const saysNothing = (field: string, value: unknown): boolean =>
  (field === 'reuseSeconds' && value === 0) ||
  ((field.endsWith('Id') || field === 'tags') && (value === null || value === '' || value === '[]'))

/**
 * Returns whether a value is a network address: a sign-in's origin shares its field name with the first day of a
 * range.
 */
const isAddress = (field: string, value: unknown): boolean =>
  (field === 'from' || field === 'source') && typeof value === 'string' && NETWORK_ADDRESS.test(value)

/** Suffix of a field's name that states its form. */
const OF_ID = / \((?:member )?id\)$/
/** Network address of version 4 or 6. */
const NETWORK_ADDRESS = /^(?:\d+(?:\.\d+){3}|[\da-f]*:[\da-f:.]+)$/i
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

const isChange = (value: unknown): value is { readonly from: unknown; readonly to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

/** Describes a value, or what it was and what it became. */
function describeValue(field: string, value: unknown, reader: Reader): string {
  if (value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return AUDIT_FIGURES[field]?.(String(value)) ?? formatCount(value)
  if (typeof value === 'string') return AUDIT_FIGURES[field]?.(value) ?? describeText(value, reader)
  if (typeof value !== 'object') return String(value)
  return isChange(value)
    ? `${describeValue(field, value.from, reader)} → ${describeValue(field, value.to, reader)}`
    : JSON.stringify(value)
}

/** Describes a text. Lists are stored as JSON, such as tags and kinds of alerts. */
function describeText(text: string, { timeZone, names }: Reader): string {
  const name = Object.hasOwn(names, text) ? names[text] : undefined
  if (name !== undefined) return name
  if (MOMENT.test(text)) return formatMoment(new Date(text), timeZone)
  const list = text.startsWith('[') ? readJson(text) : null
  if (!Array.isArray(list)) return text
  return list.length === 0 ? 'none' : list.map((each: unknown) => alertKindName(String(each))).join(' · ')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

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
export const alertKindName = (text: string): string =>
  Object.entries(ALERT_KIND_LABELS).find(([kind]) => kind === text)?.[1].label ?? text

const channelKind = (text: string): string =>
  Object.entries(CHANNEL_KINDS).find(([kind]) => kind === text)?.[1] ?? alertKindName(text)

/** Writes the messages that a channel takes, stored as a list with quotes: ["alert","run.ended"]. */
const events = (list: string): string =>
  Object.entries(CHANNEL_EVENTS)
    .filter(([event]) => list.includes(`"${event}"`))
    .map(([, { label }]) => label)
    .join(' · ') || 'none'

/** Writers of figures that are stored in another form than people read. */
const AUDIT_FIGURES: Readonly<Record<string, (stored: string) => string>> = {
  activeDays: (days) =>
    days === '1234567' ? 'every day' : [...days].map((day) => WEEKDAYS[Number(day) - 1] ?? day).join(' · '),
  activeFrom: clock,
  activeTo: clock,
  amount: localiseStoredText,
  cost: localiseStoredText,
  credits: (text) => (/^\d{1,15}$/.test(text) ? formatCount(Number(text)) : localiseStoredText(text)),
  creditsPerItem: localiseStoredText,
  day,
  firstDay: day,
  from: day,
  events,
  kind: channelKind,
  lastDay: day,
  note: localiseStoredText,
  to: day,
  tellsAt: (text) => text.replaceAll(',', ', '),
}
