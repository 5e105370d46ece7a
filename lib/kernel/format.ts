import { NANO_PER_CREDIT, type Nano, nanoToText, toCredits } from './amounts'
import { currentConventions } from './conventions'
import { type Micro, moneyToText } from './money'
import { currentUnit, isMoney } from './unit'

const LOCALE = 'en'
const exact = new Intl.NumberFormat(LOCALE)
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 })

/** What a table or tile shows where a figure is not known. It is never a zero. */
export const UNKNOWN_FIGURE = '—'

/** A number in English, as the person writes it: "1,234.5" is "1.234,5" for a German. The sign is a true minus. */
export function asWritten(text: string): string {
  const { group, decimal } = currentConventions()
  return text.replace('-', '−').replace(/[.,]/g, (mark) => (mark === '.' ? decimal : group))
}

/** 1234567 as "1,234,567". */
export const formatCount = (count: number): string => asWritten(exact.format(count))

/** 1234567 as "1.2M": for counts in tiles, and for axes; the exact figure belongs in a title or tooltip. */
export const formatCompact = (count: number): string => asWritten(compact.format(count))

/** Nano-credits as an exact number of credits; a fraction has two decimals at least: "1,234", "1,234.50", "0.125". */
export const formatCredits = (amount: Nano): string =>
  exactText(amount, amount % NANO_PER_CREDIT === 0n ? 0 : 2)

/** Writes an exact amount with its unit: "12.50 credits", "0.005 USD". */
export const inUnit = (amount: Nano, unit: string = currentUnit()): string =>
  `${formatCredits(amount)} ${unit}`

/** An exact amount with so many decimals at least. */
function exactText(amount: Nano, decimals: number): string {
  const [whole = '0', fraction = ''] = nanoToText(amount).replace('-', '').split('.')
  const [grouped, padded] = [exact.format(BigInt(whole)), fraction.padEnd(decimals, '0')]
  return `${amount < 0n ? '−' : ''}${asWritten(padded === '' ? grouped : `${grouped}.${padded}`)}`
}

/**
 * Amounts of a column that adds up: exact, each with as many decimals as the one that needs most, and two at least, so
 * that digits line up: "13,690.00", "−7,086.60".
 */
export function formatCreditsInColumn(amounts: readonly Nano[]): string[] {
  const decimalsOf = (amount: Nano): number => nanoToText(amount).split('.')[1]?.length ?? 0
  const decimals = Math.max(2, ...amounts.map(decimalsOf))
  return amounts.map((amount) => exactText(amount, decimals))
}

/** Money in the form of its currency: 12500000n is "€12.50". What varies is "about €12.50". */
export function formatMoney(amount: Micro, currency: string, isAbout = false): string {
  const text = moneyToText(amount) as `${number}`
  const written = asWritten(new Intl.NumberFormat(LOCALE, { style: 'currency', currency }).format(text))
  return isAbout ? `about ${written}` : written
}

const NANO_PER_CENT = 10_000_000n

/**
 * Nano-credits with two decimals, so that the digits of a column line up: "1,886.85", "0.40". What is not zero is never
 * shown as zero: "<0.01". Money has up to four decimals, and below 0.1 four digits: an item may cost a hundredth of a cent.
 */
export function formatCreditsInTable(amount: Nano, unit: string = currentUnit()): string {
  if (isMoney(unit)) return exactText(rounded(amount), 2)
  const size = amount < 0n ? -amount : amount
  const cents = (size + NANO_PER_CENT / 2n) / NANO_PER_CENT
  const sign = amount < 0n ? '−' : ''
  if (cents === 0n) return asWritten(size === 0n ? '0.00' : `${sign}<0.01`)
  const fraction = (cents % 100n).toString().padStart(2, '0')
  return `${sign}${asWritten(`${exact.format(cents / 100n)}.${fraction}`)}`
}

/** Four decimals are kept, or four digits of what is smaller than 0.1. */
const KEPT_DIGITS = 4
const MAX_DROPPED_DIGITS = 5

/** An amount to four decimals, and below 0.1 to four significant digits. */
function rounded(amount: Nano): Nano {
  const size = amount < 0n ? -amount : amount
  const step = 10n ** BigInt(Math.min(MAX_DROPPED_DIGITS, Math.max(0, size.toString().length - KEPT_DIGITS)))
  const kept = ((size + step / 2n) / step) * step
  return amount < 0n ? -kept : kept
}

/** What is a mean or a share, so that more digits would tell nothing: to four decimals, "1,095.2381", "0.001143". */
export const formatRounded = (amount: Nano): string => formatCredits(rounded(amount))

/** Nano-credits in a tile: "109.5K", and below ten thousand as in a table. */
export function formatCreditsCompact(amount: Nano, unit: string = currentUnit()): string {
  const credits = toCredits(amount)
  return Math.abs(credits) < 10_000 ? formatCreditsInTable(amount, unit) : formatCompact(credits)
}

/** So a wallet of ten million credits still shows what a page of a thousandth takes. */
const onCard = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 12 })

/** Nano-credits on a card: never so rounded that spending is not seen. What has more than twelve digits loses the last. */
export function formatCreditsOnCard(amount: Nano): string {
  const [whole = '0', fraction] = onCard.format(toCredits(amount)).split('.')
  return asWritten(fraction === undefined ? whole : `${whole}.${fraction.padEnd(2, '0')}`)
}

const onePlace = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 })

/** Percents: to a tenth below ten, whole from ten on: "0.4%", "9.5%", "67%", "1,200%". */
export function formatPercent(percents: number): string {
  const tenths = Math.round(percents * 10) / 10
  return `${asWritten(onePlace.format(Math.abs(tenths) < 10 ? tenths : Math.round(percents)))}%`
}

/** The same of a share, from 0 to 1: a present part is never "0%", an incomplete one never "100%". */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.0005) return `${asWritten('<0.1')}%`
  return share < 1 && share >= 0.995 ? '>99%' : formatPercent(share * 100)
}

/** "1 page", "2 pages". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Words to choose from: "a", "a or b", "a, b or c". */
export const oneOf = (words: readonly string[]): string => choices.format(words)

const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Words that all count: "a", "a and b", "a, b and c". */
export const allOf = (words: readonly string[]): string => all.format(words)

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
  ms < 1000 ? `${Math.round(ms)} ms` : `${asWritten((ms / 1000).toFixed(1))} s`

/** The same of what may last for hours: "1.4 s", "95 s", "18 min", "3 h 38 min". */
export function formatLongDuration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (ms < 60_000) return formatDuration(ms)
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`
  if (minutes < 60) return `${minutes} min`
  return `${formatCount(Math.floor(minutes / 60))} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
}

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
  return `${asWritten(size.toFixed(1))} ${UNITS[unit] ?? ''}`
}
