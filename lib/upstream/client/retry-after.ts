import { createCache } from '@/lib/platform/cache'
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
const MAX_SECONDS = 120
/** A number from here on is a moment, in seconds or milliseconds since 1970. */
const EPOCH_SECONDS = 1_000_000_000
const EPOCH_MS = 1000 * EPOCH_SECONDS
export type RetryUnit = 'seconds' | 'milliseconds'

const NUMBER = /^\d+(\.\d+)?$/
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
const sensibleWait = (ms: number): number | null =>
  Number.isNaN(ms) || ms > MAX_SENSIBLE_MS ? null : Math.round(Math.min(Math.max(ms, 0), MAX_PAUSE_MS))

function theirNow(date: string | undefined, now: number): number {
  const theirs = dateOf(date?.trim() ?? '')
  return Math.abs(theirs - now) > CLOCKS_AGREE_MS ? theirs : now
}

function ofNumber(value: number, unit: Provider['retryAfterUnit'], here: number): number {
  if (isEpochTime(value)) return value * (value >= EPOCH_MS ? 1 : 1000) - here
  return (unit === 'auto' ? inferRetryUnit([value]) : unit) === 'milliseconds' ? value : 1000 * value
}

/** Returns whether a number is too large to be a wait. */
export const isEpochTime = (value: number): boolean => value >= EPOCH_SECONDS

/**
 * Returns the unit that the observed numbers can have. Null means seconds or milliseconds; they are then read as the
 * longer pause.
 */
export function inferRetryUnit(values: readonly number[]): RetryUnit | null {
  if (values.some((value) => !Number.isInteger(value))) return 'seconds'
  if (values.some((value) => value > MAX_SECONDS)) return 'milliseconds'
  return values.length > 0 && values.every((value) => value === 1) ? 'seconds' : null
}

function dateOf(text: string): number {
  if (DATE_WITH_ZONE.test(text)) return Date.parse(text)
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
}

/** A refusal's retry-after as it was interpreted. */
export interface InterpretedRetryAfter {
  readonly ms: number | null
  /** A sentence on how its unit was determined; null if it needs none. */
  readonly said: string | null
}

/**
 * Reads retry-after headers. `whose` identifies what the upstream counts by, such as a key and a path: only its own
 * numbers are compared.
 */
export interface RetryAfterReader {
  read(header: string | undefined, now: Date, date: string | undefined, whose?: string): InterpretedRetryAfter
  /** Records that a call was not refused, so the wait before it was long enough. */
  answered(now: Date, whose?: string): void
}

interface RetryAfterOptions {
  readonly unit: Provider['retryAfterUnit']
  /** Longest window in which the upstream counts: a wait of that many seconds is plausible. */
  readonly windowMs?: number
}

/** The number that was last read. */
interface Seen {
  readonly value: number
  readonly at: number
  /** Until this wait is over, answers belong to calls that were already under way. */
  readonly waitMs: number
}

const MAX_WATCHED = 1000
const SECOND_MS = 1000
/** Minimum wait for a large number of unknown unit: after two seconds it shows whether it counts them. */
const MIN_TRIAL_MS = 2 * SECOND_MS
/** Number of futile waits in a row that disprove milliseconds if a wait was once enough. */
const MAX_VAIN = 3
/** Tolerance for a number that counts down the milliseconds that pass. */
const MS_OFF = 10

/**
 * Creates a reader of retry-after headers that learns from later answers what large numbers count, if the provider
 * leaves the unit open. A number up to two minutes, or up to the upstream's window, counts seconds. A larger one is
 * first read as milliseconds. If the next call is refused with a similar number, or one that fell as seconds passed,
 * it counts seconds; otherwise it counts milliseconds, and then small numbers do too.
 */
export function createRetryAfterReader({ unit, windowMs = SECOND_MS }: RetryAfterOptions): RetryAfterReader {
  const seen = createCache<Seen>({ max: MAX_WATCHED })
  const maxSeconds = Math.max(MAX_SECONDS, Math.ceil((1.1 * windowMs) / SECOND_MS))
  let learnt: RetryUnit | null = null
  let inVain = 0

  /** Derives the unit from two refusals in a row; null if they show nothing. */
  function evidenceOf(value: number, passedMs: number, last: Seen): RetryUnit | null {
    const fell = last.value - value
    if (fell > 2 && Math.abs(fell - passedMs) <= MS_OFF) return 'milliseconds'
    const passed = passedMs / SECOND_MS
    if (passed >= 1.5 && fell > 0 && Math.abs(fell - passed) <= 1) return 'seconds'
    if (passedMs < last.waitMs || passed >= last.value || last.value <= maxSeconds) return null
    if (Math.abs(fell) > Math.max(1, 0.01 * last.value)) return 'milliseconds'
    inVain++
    return learnt !== 'milliseconds' || inVain >= MAX_VAIN ? 'seconds' : null
  }

  function waitFor(value: number): { readonly read: RetryUnit; readonly waitMs: number } {
    if (learnt === 'seconds' || (learnt === null && value <= maxSeconds))
      return { read: 'seconds', waitMs: value * SECOND_MS }
    return { read: 'milliseconds', waitMs: learnt === null ? Math.max(value, MIN_TRIAL_MS) : value }
  }

  return {
    read(header, now, date, whose = '') {
      const text = header?.trim() ?? ''
      const value = NUMBER.test(text) && text.length <= 15 ? Number(text) : Number.NaN
      if (Number.isNaN(value) || isEpochTime(value) || unit !== 'auto')
        return { ms: readRetryAfter(header, unit, now, date), said: null }
      const at = now.getTime()
      const last = seen.get(whose)
      const evidence = last ? evidenceOf(value, at - last.at, last) : null
      learnt = Number.isInteger(value) ? (evidence ?? learnt) : 'seconds'
      const { read, waitMs } = waitFor(value)
      if (!last || at - last.at >= last.waitMs) seen.set(whose, { value, at, waitMs })
      const said = `The API’s retry-after of ${text} is read as ${read}. The provider can set it otherwise.`
      return { ms: sensibleWait(waitMs), said }
    },
    answered(now, whose = '') {
      if (seen.size === 0) return
      const last = seen.get(whose)
      const passedMs = last ? now.getTime() - last.at : 0
      if (!last || passedMs < last.waitMs) return
      seen.delete(whose)
      inVain = 0
      if (last.value > maxSeconds && passedMs < last.value * SECOND_MS) learnt = 'milliseconds'
    },
  }
}
