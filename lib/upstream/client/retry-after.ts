import { DAY_MS } from '@/lib/platform/calendar'
import type { Provider } from './provider'

const MAX_PAUSE_MS = DAY_MS
/** Maximum sensible pause: quotas count by the month at most, so a longer one is a mistake. */
const MAX_SENSIBLE_MS = 31 * DAY_MS
/** Clocks that differ by less may well agree: dates are whole seconds and take a while to arrive. */
const CLOCKS_AGREE_MS = 5000
/**
 * Maximum number of seconds that is plausible with a window of a second. A larger number counts milliseconds until
 * that proves wrong.
 */
export const MAX_SECONDS = 120
/** A number from here on is a moment, in seconds or milliseconds since 1970. */
const EPOCH_SECONDS = 1_000_000_000
const EPOCH_MS = 1000 * EPOCH_SECONDS
export type RetryUnit = 'seconds' | 'milliseconds'

export const NUMBER = /^\d+(\.\d+)?$/
/** The three forms of an HTTP date (RFC 9110, 5.6.7); the third, asctime, states no zone. */
const DATE_WITH_ZONE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -](\d{4}|\d{2}) \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/**
 * Reads a retry-after header as milliseconds from `now`, within 0 to 24 hours. Null if it is absent, malformed or more
 * than a month. By default a number counts seconds, as RFC 9110 defines it; above two minutes milliseconds, and from a
 * thousand million on seconds or milliseconds since 1970. A date or such a moment is read by the upstream's clock if
 * its `date` header shows that it differs from ours.
 */
export function readRetryAfter(
  header: string | undefined,
  unit: Provider['retryAfterUnit'],
  now: Date,
  date?: string,
): number | null {
  const text = header?.trim() ?? ''
  const here = theirNow(date, now.getTime())
  const ms = NUMBER.test(text) ? ofNumber(Number(text), unit, here) : dateOf(text) - here
  return sensibleWait(ms)
}

/** Clamps a wait to 0 to 24 hours, in whole milliseconds; null if it makes no sense. */
export const sensibleWait = (ms: number): number | null =>
  Number.isNaN(ms) || ms > MAX_SENSIBLE_MS ? null : Math.round(Math.min(Math.max(ms, 0), MAX_PAUSE_MS))

function theirNow(date: string | undefined, now: number): number {
  const theirs = dateOf(date?.trim() ?? '')
  return Math.abs(theirs - now) > CLOCKS_AGREE_MS ? theirs : now
}

function ofNumber(value: number, unit: Provider['retryAfterUnit'], here: number): number {
  if (isMoment(value)) return value * (value >= EPOCH_MS ? 1 : 1000) - here
  return (unit === 'auto' ? unitOf([value]) : unit) === 'milliseconds' ? value : 1000 * value
}

/** Returns whether a number is too large to be a wait. */
export const isMoment = (value: number): boolean => value >= EPOCH_SECONDS

/**
 * Returns the unit that the observed numbers can have. Null means seconds or milliseconds; they are then read as the
 * longer pause.
 */
export function unitOf(values: readonly number[]): RetryUnit | null {
  if (values.some((value) => !Number.isInteger(value))) return 'seconds'
  if (values.some((value) => value > MAX_SECONDS)) return 'milliseconds'
  return values.length > 0 && values.every((value) => value === 1) ? 'seconds' : null
}

function dateOf(text: string): number {
  if (DATE_WITH_ZONE.test(text)) return Date.parse(text)
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}
