import { createCache } from '@/lib/platform/cache'
import type { Provider } from './provider'
import { isMoment, MAX_SECONDS, NUMBER, type RetryUnit, readRetryAfter, sensibleWait } from './retry-after'

/** A refusal's retry-after as it was interpreted. */
export interface ReadRetryAfter {
  readonly ms: number | null
  /** A sentence on how its unit was determined; null if it needs none. */
  readonly said: string | null
}

/**
 * Reads retry-after headers. `whose` identifies what the upstream counts by, such as a key and a path: only its own
 * numbers are compared.
 */
export interface RetryAfterReader {
  read(header: string | undefined, now: Date, date: string | undefined, whose?: string): ReadRetryAfter
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
  const seen = createCache<Seen>({ most: MAX_WATCHED })
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
      if (Number.isNaN(value) || isMoment(value) || unit !== 'auto')
        return { ms: readRetryAfter(header, unit, now, date), said: null }
      const at = now.getTime()
      const last = seen.get(whose)
      const evidence = last ? evidenceOf(value, at - last.at, last) : null
      learnt = Number.isInteger(value) ? (evidence ?? learnt) : 'seconds'
      const { read, waitMs } = waitFor(value)
      if (!last || at - last.at >= last.waitMs) seen.set(whose, { value, at, waitMs })
      const said = `The upstream’s retry-after of ${text} is read as ${read}. The provider can set it otherwise.`
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
