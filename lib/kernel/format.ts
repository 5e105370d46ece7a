import { type Nano, nanoToText, toCredits } from './amounts'

const LOCALE = 'en'
const exact = new Intl.NumberFormat(LOCALE)
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })

/** 1234567 as "1,234,567". */
export const formatCount = (count: number): string => exact.format(count)

/** 1234567 as "1.2M": for counts in tiles, and for axes; the exact figure belongs in a title or tooltip. */
export const formatCompact = (count: number): string => compact.format(count)

/** Nano-credits as an exact number of credits with grouped thousands: 1234500000000n is "1,234.5". */
export function formatCredits(amount: Nano): string {
  const [whole = '0', fraction] = nanoToText(amount).replace('-', '').split('.')
  const grouped = exact.format(BigInt(whole))
  return `${amount < 0n ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`
}

/** So a wallet of ten million credits still shows what a page of a thousandth takes. */
const onCard = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 12 })

/** Nano-credits on a card: never so rounded that spending is not seen. What has more than twelve digits loses the last. */
export const formatCreditsOnCard = (amount: Nano): string =>
  onCard.format(toCredits(amount)).replace('-', '−')

const onePlace = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })

/** Percents to a tenth: "33.3 %", "1,200 %". */
export const formatPercent = (percents: number): string => `${onePlace.format(percents)} %`

/** "1 page", "2 pages". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Words to choose from: "a", "a or b", "a, b or c". */
export const oneOf = (words: readonly string[]): string => choices.format(words)

const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Words that all count: "a", "a and b", "a, b and c". */
export const allOf = (words: readonly string[]): string => all.format(words)

/** A day as "12 Mar 2026", in a time zone. */
export const formatDay = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(at)

/** A moment in a zone: "20 Nov 2026, 14:05". */
export function formatMoment(at: Date, timeZone: string): string {
  const format = moments.get(timeZone) ?? momentsIn(timeZone)
  moments.set(timeZone, format)
  return format.format(at)
}

/** By time zone: making a format takes far longer than using it, and a list of items formats a moment a row. */
const moments = new Map<string, Intl.DateTimeFormat>()

const momentsIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })

/** How long ago, in one unit: "just now", "5 min ago", "3 h ago", "2 d ago". */
export function formatAgo(at: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  if (seconds < 45) return 'just now'
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`
  return `${Math.round(seconds / 86_400)} d ago`
}

/** A duration in milliseconds: "85 ms", "1.4 s". */
export const formatDuration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** A size in bytes: "812 B", "12.3 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let size = bytes / 1000
  let unit = 0
  // What would be rounded to a thousand of a unit is one of the next.
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000
    unit++
  }
  return `${size.toFixed(1)} ${UNITS[unit] ?? ''}`
}
