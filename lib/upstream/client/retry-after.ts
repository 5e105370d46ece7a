import { DAY_MS } from '@/lib/platform/calendar'
import type { Provider } from './provider'

const LONGEST_PAUSE_MS = 60_000
/** A longer pause than this is a mistake. */
const LONGEST_SENSIBLE_MS = DAY_MS
/** Dates are whole seconds and travel for a while: clocks that differ by less may well agree. */
const CLOCKS_AGREE_MS = 5000
/** Limits count per second, so nobody asks for more seconds: such a number counts milliseconds. */
const MOST_SECONDS = 10
export type RetryUnit = 'seconds' | 'milliseconds'

export const NUMBER = /^\d+(\.\d+)?$/
/** The three forms of an HTTP date (RFC 9110, 5.6.7); the third, asctime, states no zone. */
const DATE_WITH_ZONE = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -](\d{4}|\d{2}) \d{2}:\d{2}:\d{2} GMT$/
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/**
 * Reads a retry-after header as milliseconds from `now`, within 0 to 60 s. Null if it is absent, not such a value, or
 * more than a day. Its unit is "not shown" (section "Errors"): by default seconds or a date as in RFC 9110, else
 * milliseconds above ten. A date counts by the upstream's clock if its `date` header shows that it differs from ours.
 */
export function readRetryAfter(
  header: string | undefined,
  unit: Provider['retryAfterUnit'],
  now: Date,
  date?: string,
): number | null {
  const text = header?.trim() ?? ''
  const ms = NUMBER.test(text)
    ? Number(text) * msPerUnit(Number(text), unit)
    : dateOf(text) - theirNow(date, now.getTime())
  return Number.isNaN(ms) || ms > LONGEST_SENSIBLE_MS
    ? null
    : Math.round(Math.min(Math.max(ms, 0), LONGEST_PAUSE_MS))
}

function theirNow(date: string | undefined, now: number): number {
  const theirs = dateOf(date?.trim() ?? '')
  return Math.abs(theirs - now) > CLOCKS_AGREE_MS ? theirs : now
}

const msPerUnit = (value: number, unit: Provider['retryAfterUnit']): number =>
  (unit === 'auto' ? unitOf([value]) : unit) === 'milliseconds' ? 1 : 1000

/** What numbers that were seen can count. Null: seconds or milliseconds; then they are read as the longer pause. */
export function unitOf(values: readonly number[]): RetryUnit | null {
  if (values.some((value) => !Number.isInteger(value))) return 'seconds'
  if (values.some((value) => value > MOST_SECONDS)) return 'milliseconds'
  return values.length > 0 && values.every((value) => value === 1) ? 'seconds' : null
}

function dateOf(text: string): number {
  if (DATE_WITH_ZONE.test(text)) return Date.parse(text)
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}
