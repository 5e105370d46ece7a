import { NANO_PER_CREDIT, type Nano, nanoToText, toCredits } from './amounts'
import { currentConventions } from './conventions'
import { type Micro, moneyToText } from './money'
import { currentTimeZone, currentUnit } from './shown-team'
import { isCurrencyUnit } from './unit'

const LOCALE = 'en'
const exact = new Intl.NumberFormat(LOCALE)
const compactTo = (maximumFractionDigits: number) =>
  new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits })
const [compact, compactExact] = [compactTo(1), compactTo(12)]

/** The placeholder for an unknown figure in a table or tile. An unknown figure is never shown as zero. */
export const UNKNOWN_FIGURE = '—'

/**
 * Rewrites an English number in the reader's conventions: "1,234.5" becomes "1.234,5" for a German. The sign is a true
 * minus.
 */
export function localiseNumber(text: string): string {
  const { group, decimal } = currentConventions()
  return text.replace('-', '−').replace(/[.,]/g, (mark) => (mark === '.' ? decimal : group))
}

/** Formats a count: 1234567 is "1,234,567". */
export const formatCount = (count: number): string => localiseNumber(exact.format(count))

/** Formats a count for a tile: 1234567 is "1.2M". The exact figure belongs in a title or tooltip. */
export const formatCompact = (count: number): string => localiseNumber(compact.format(count))

/** Formats a round number for an axis without rounding it further: 1005000 is "1.005M". */
export const formatCompactExact = (count: number): string => localiseNumber(compactExact.format(count))

/**
 * Formats nano-credits as an exact number of credits. A fraction has at least two decimals: "1,234", "1,234.50",
 * "0.125".
 */
export const formatCredits = (amount: Nano): string =>
  exactText(amount, amount % NANO_PER_CREDIT === 0n ? 0 : 2)

/** Formats an exact amount with its unit: "12.50 credits", "0.005 USD". */
export const formatWithUnit = (amount: Nano, unit: string = currentUnit()): string =>
  `${formatCredits(amount)} ${unit}`

/** Formats an exact amount with at least `decimals` decimals. */
function exactText(amount: Nano, decimals: number): string {
  const [whole = '0', fraction = ''] = nanoToText(amount).replace('-', '').split('.')
  const [grouped, padded] = [exact.format(BigInt(whole)), fraction.padEnd(decimals, '0')]
  return `${amount < 0n ? '−' : ''}${localiseNumber(padded === '' ? grouped : `${grouped}.${padded}`)}`
}

/**
 * Formats the amounts of a column that adds up. All are exact and have as many decimals as the one that needs most, at
 * least two, so that digits line up: "13,690.00", "−7,086.60".
 */
export function formatCreditsInColumn(amounts: readonly Nano[]): string[] {
  const decimalsOf = (amount: Nano): number => nanoToText(amount).split('.')[1]?.length ?? 0
  const decimals = Math.max(2, ...amounts.map(decimalsOf))
  return amounts.map((amount) => exactText(amount, decimals))
}

/**
 * Formats money in its currency: 12500000n is "€12.50". What is not zero is never shown as zero: "<€0.01".
 */
export const formatMoney = (amount: Micro, currency: string): string => writeMoney(amount, currency, false)

/** Formats what credits cost, from a thousand without cents: "€1,235"; with `isAbout`, "about €12.50". */
export function formatCost(amount: Micro, currency: string, isAbout = false): string {
  const isLarge = amount >= NO_CENTS || amount <= -NO_CENTS
  const written = writeMoney(amount, currency, isLarge)
  return isAbout && !written.includes('<') ? `about ${written}` : written
}

const NO_CENTS: Micro = 1_000_000_000n

function writeMoney(amount: Micro, currency: string, isWhole: boolean): string {
  const format = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    ...(isWhole && { maximumFractionDigits: 0 }),
  })
  const written = (micro: Micro) => localiseNumber(format.format(moneyToText(micro) as `${number}`))
  const size = amount < 0n ? -amount : amount
  const smallest = 10n ** BigInt(MICRO_DIGITS - (format.resolvedOptions().maximumFractionDigits ?? 2))
  if (size > 0n && size * 2n < smallest) return `${amount < 0n ? '−' : ''}<${written(smallest)}`
  return written(amount)
}

const MICRO_DIGITS = 6

const NANO_PER_CENT = 10_000_000n

/**
 * Formats nano-credits with two decimals so that the digits of a column line up: "1,886.85", "0.40". A non-zero amount
 * is never shown as zero: "<0.01". Money has up to four decimals, and below 0.1 four digits, because an item may cost
 * a hundredth of a cent.
 */
export function formatCreditsInTable(amount: Nano, unit: string = currentUnit()): string {
  if (isCurrencyUnit(unit)) return exactText(rounded(amount), 2)
  const size = amount < 0n ? -amount : amount
  const cents = (size + NANO_PER_CENT / 2n) / NANO_PER_CENT
  const sign = amount < 0n ? '−' : ''
  if (cents === 0n) return localiseNumber(size === 0n ? '0.00' : `${sign}<0.01`)
  const fraction = (cents % 100n).toString().padStart(2, '0')
  return `${sign}${localiseNumber(`${exact.format(cents / 100n)}.${fraction}`)}`
}

/** Rounding keeps four decimals, or four digits of an amount below 0.1. */
const KEPT_DIGITS = 4
const MAX_DROPPED_DIGITS = 5

/** Rounds an amount to four decimals, or below 0.1 to four significant digits. */
function rounded(amount: Nano): Nano {
  const size = amount < 0n ? -amount : amount
  const step = 10n ** BigInt(Math.min(MAX_DROPPED_DIGITS, Math.max(0, size.toString().length - KEPT_DIGITS)))
  const kept = ((size + step / 2n) / step) * step
  return amount < 0n ? -kept : kept
}

/** Formats a mean or a share to four decimals, since more digits carry no information: "1,095.2381", "0.001143". */
export const formatRounded = (amount: Nano): string => formatCredits(rounded(amount))

/** Formats nano-credits for a tile: "109.5K"; below ten thousand as in a table. */
export function formatCreditsCompact(amount: Nano, unit: string = currentUnit()): string {
  const credits = toCredits(amount)
  return Math.abs(credits) < 10_000 ? formatCreditsInTable(amount, unit) : formatCompact(credits)
}

/** Twelve digits, so that a wallet of ten million credits still shows a page that cost a thousandth. */
const onCard = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 12 })

/** Formats nano-credits for a card, precisely enough that spending shows. Digits beyond the twelfth are lost. */
export function formatCreditsOnCard(amount: Nano): string {
  const [whole = '0', fraction] = onCard.format(toCredits(amount)).split('.')
  return localiseNumber(fraction === undefined ? whole : `${whole}.${fraction.padEnd(2, '0')}`)
}

const onePlace = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })

/** Formats a percentage: to a tenth below ten, whole from ten on: "0.4%", "9.5%", "67%", "1,200%". */
export function formatPercent(percents: number): string {
  const tenths = Math.round(percents * 10) / 10
  return `${localiseNumber(onePlace.format(Math.abs(tenths) < 10 ? tenths : Math.round(percents)))}%`
}

/** Formats a share from 0 to 1 as a percentage. A part that exists is never "0%", an incomplete one never "100%". */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.0005) return `${localiseNumber('<0.1')}%`
  return share < 1 && share >= 0.995 ? '>99%' : formatPercent(share * 100)
}

/** Counts a noun: "1 page", "2 pages". */
export const formatPlural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Joins alternatives: "a", "a or b", "a, b or c". */
export const joinWithOr = (words: readonly string[]): string => choices.format(words)

const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Joins the parts of a list: "a", "a and b", "a, b and c". */
export const joinWithAnd = (words: readonly string[]): string => all.format(words)

/** Days after which a moment is not clear without its year. */
const CLEAR_DAYS = 300

/**
 * Formats the time since `at` in one unit, "just now", "5 min ago" or "3 h ago"; after a day the moment, so that those
 * of one day differ: "20 Nov, 14:05".
 */
export function formatAgo(at: Date, now: Date, timeZone: string = currentTimeZone()): string {
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  if (seconds < 45) return 'just now'
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`
  return (seconds < CLEAR_DAYS * 86_400 ? formatShortMoment : formatMoment)(at, timeZone)
}

/** Formats a duration in milliseconds: "85 ms", "1.4 s". */
export const formatDuration = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${localiseNumber((ms / 1000).toFixed(1))} s`

/** Formats a duration that may last for hours: "1.4 s", "95 s", "18 min", "3 h 38 min". */
export function formatLongDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (ms < 60_000) return formatDuration(ms)
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`
  if (minutes < 60) return `${minutes} min`
  return `${formatCount(Math.floor(minutes / 60))} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
}

const UNITS = ['kB', 'MB', 'GB', 'TB']

/** Formats a size in bytes: "812 B", "12.3 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let size = bytes / 1000
  let unit = 0
  // A size that would round to a thousand of one unit is written in the next.
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1000
    unit++
  }
  return `${localiseNumber(size.toFixed(1))} ${UNITS[unit] ?? ''}`
}

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
    ...('hour' in FORMS[name] && (hasTwelveHours ? TWELVE_HOURS : TWENTY_FOUR_HOURS)),
  })
  formats.set(id, made)
  return made
}

const TWELVE_HOURS = { hour: 'numeric', hourCycle: 'h12' } as const
const TWENTY_FOUR_HOURS = { hour: '2-digit', hourCycle: 'h23' } as const
const DAY = { day: 'numeric', month: 'short' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const
const FORMS = {
  day: { ...DAY, year: 'numeric' },
  shortDay: DAY,
  month: { month: 'long', year: 'numeric' },
  time: TIME,
  timeWithSeconds: { ...TIME, second: '2-digit' },
  moment: { ...DAY, year: 'numeric', ...TIME },
  shortMoment: { ...DAY, ...TIME },
} as const

/**
 * Replaces the narrow space before "PM" and the month "Sept", which only some ICU versions use: server and browser
 * must agree.
 */
const written = (text: string): string => text.replaceAll('\u202f', ' ').replace(/\bSept\b/, 'Sep')

/** Returns a formatter of moments; they are in the shown team's time zone unless another one is given. */
const formatBy =
  (name: keyof typeof FORMS) =>
  (at: Date, timeZone: string = currentTimeZone()) =>
    written(formatIn(name, timeZone).format(at))

/** Formats a day in a time zone: "12 Mar 2026". */
export const formatDay = formatBy('day')

/** Formats a day without its year: "12 Mar". */
export const formatShortDay = formatBy('shortDay')

/** Formats a month such as 2026-03: "March 2026". */
export const formatMonth = (name: string): string =>
  formatBy('month')(new Date(`${name}-01T00:00:00Z`), 'UTC')

/** Formats a time of day: "14:05". */
export const formatTime = formatBy('time')

/** Formats a time of day to the second: "14:05:07". */
export const formatTimeWithSeconds = formatBy('timeWithSeconds')

/** Formats a moment in a time zone: "20 Nov 2026, 14:05". */
export const formatMoment = formatBy('moment')

/** Formats a moment without its year: "20 Nov, 14:05". */
export const formatShortMoment = formatBy('shortMoment')
