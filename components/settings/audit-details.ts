import { ALERT_KIND_LABELS, CHANNEL_EVENTS, CHANNEL_KINDS } from '@/components/alerts/labels'
import { PROVIDER_FIELDS } from '@/components/provider/fields'
import {
  AUDIT_FIELDS,
  type AuditField,
  currentUnit,
  formatCount,
  formatCredits,
  formatDay,
  formatMoment,
  formatMoney,
  formatMonth,
  formatPlural,
  localiseStoredText,
  parseMoney,
  parseNano,
} from '@/lib/kernel'

/** As a type by which the words of any field are either. */
const FIELDS: Readonly<Record<AuditField, string | readonly [string, string]>> = AUDIT_FIELDS

const isField = (name: string): name is AuditField => Object.hasOwn(FIELDS, name)

/** Returns a field in words; null for one of another version. The provider's fields have dotted names. */
export function describeAuditField(name: string): string | null {
  const words = isField(name) ? FIELDS[name] : null
  if (words !== null) return typeof words === 'string' ? words.replace('credits', currentUnit()) : '{}'
  const label = PROVIDER_FIELDS.find((field) => field.name === name)?.label
  return label ? `${label}: {}` : null
}

const apart = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Names that ids stand for, and crons in words. */
export type IdNames = Readonly<Record<string, string>>

interface Reader {
  readonly timeZone: string
  readonly names: IdNames
}

/**
 * Describes an entry's detail, stored as JSON, as it goes on from what was done: "9,000 credits, blocks calls"; what
 * changed with its value before. Empty if there is none. An id appears as the name of its subject, if that is among the
 * given ones.
 */
export function describeDetail(
  detail: string,
  timeZone: string,
  names: IdNames = {},
  subjectName = '',
): string {
  const parts = readJson(detail)
  if (typeof parts !== 'object' || parts === null) return detail
  const reader = { timeZone, names }
  const { from, to, ...rest }: Record<string, unknown> = { ...parts }
  // Its name says which it is.
  if (rest.scopeId) delete rest.scope
  // The subject is named before them, and a list includes its first.
  if (rest.name === subjectName) delete rest.name
  if (rest.subjects && rest.subjects !== '[]') delete rest.subject
  const isChanged = from !== undefined && to !== undefined && !DATE.test(String(from))
  const changed = isChanged ? [describeChange('from', { from, to }, reader)] : []
  return [
    ...changed,
    ...Object.entries(isChanged ? rest : { from, to, ...rest }).map(([field, value]) =>
      describePart(field, value, reader),
    ),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Describes a part; empty if it says nothing, because it was not set at creation, such as its own wallet or tags. */
function describePart(field: string, value: unknown, reader: Reader): string {
  const isUnset = value === undefined || value === null || value === '' || value === '[]'
  if (isUnset || (value === 0 && !AUDIT_FIGURES[field])) return ''
  const said = isChange(value) ? describeChange(field, value, reader) : describeValue(field, value, reader)
  const words = describeAuditField(field) ?? `${apart(field)}: {}`
  return words.startsWith('# ') ? said : words.replace('{}', () => said)
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

type Change = { readonly from: unknown; readonly to: unknown }

const isChange = (value: unknown): value is Change =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

/** Describes what a value was and what it became. */
function describeChange(field: string, { from, to }: Change, reader: Reader): string {
  const after = describeValue(field, to, reader)
  if (from === null || from === '' || from === '[]') return after
  return isField(field) && typeof FIELDS[field] !== 'string'
    ? `now ${after}`
    : `${describeValue(field, from, reader)} → ${after}`
}

function describeValue(field: string, value: unknown, reader: Reader): string {
  if (value === null || value === '') return 'none'
  const words = isField(field) ? FIELDS[field] : ''
  const isTrue = value === true || value === 'yes'
  if (typeof words !== 'string') return words[isTrue ? 0 : 1]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (words.startsWith('# ')) return formatPlural(value, words.slice(2))
    return AUDIT_FIGURES[field]?.(String(value)) ?? formatCount(value)
  }
  if (typeof value === 'string') return AUDIT_FIGURES[field]?.(value) ?? describeText(value, reader)
  return JSON.stringify(value)
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
  balance: (text) => formatCredits(parseNano(text) ?? 0n),
  cost: (text) => {
    const [cost = '', currency = ''] = text.split(' ')
    const money = parseMoney(cost)
    return money === null || currency.length !== 3 ? text : formatMoney(money, currency)
  },
  credits: (text) => (/^\d{1,15}$/.test(text) ? formatCount(Number(text)) : localiseStoredText(text)),
  creditsPerItem: localiseStoredText,
  day,
  firstDay: day,
  from: day,
  events,
  kind: channelKind,
  lastDay: day,
  month: formatMonth,
  note: localiseStoredText,
  period: (period) => (period === 'total' ? 'in total' : `per ${period}`),
  to: day,
  tellsAt: (text) => text.replaceAll(',', ', '),
}
