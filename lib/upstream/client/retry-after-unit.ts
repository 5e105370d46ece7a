import type { Provider } from './provider'
import { NUMBER, type RetryUnit, readRetryAfter, unitOf } from './retry-after'

/** A refusal's retry-after, as it is understood. */
export interface ReadRetryAfter {
  readonly ms: number | null
  /** How its unit was told, as a sentence; null if it names none. */
  readonly said: string | null
}

export interface RetryAfterReader {
  read(header: string | undefined, now: Date, date: string | undefined): ReadRetryAfter
}

/** More numbers say nothing new. */
const REMEMBERED = 50
/** A number that falls as seconds pass, so often in a row, counts seconds. */
const FALLS = 2
const LEAST_FALL_MS = 1500

/**
 * Reads retry-after headers, and learns their unit from the refusals themselves where the provider leaves it open: one
 * large number tells that the small ones count milliseconds too, a fraction that all count seconds, and so does a number
 * that falls by one with each second.
 */
export function createRetryAfterReader(unit: Provider['retryAfterUnit']): RetryAfterReader {
  const seen: number[] = []
  let last: { readonly value: number; readonly at: number } | null = null
  let falls = 0

  function learn(value: number, at: number): RetryUnit {
    const passedMs = last ? at - last.at : 0
    if (last && passedMs >= LEAST_FALL_MS) {
      const fell = last.value - value
      falls = fell > 0 && Math.abs(fell - passedMs / 1000) <= 1 ? falls + 1 : 0
    }
    if (!last || passedMs >= LEAST_FALL_MS) last = { value, at }
    if (seen.length < REMEMBERED || !Number.isInteger(value)) seen.push(value)
    return falls >= FALLS ? 'seconds' : (unitOf(seen) ?? 'seconds')
  }

  return {
    read(header, now, date) {
      const text = header?.trim() ?? ''
      if (!NUMBER.test(text) || text.length > 15)
        return { ms: readRetryAfter(header, unit, now, date), said: null }
      if (unit !== 'auto') return { ms: readRetryAfter(text, unit, now), said: null }
      const learnt = learn(Number(text), now.getTime())
      const said = `The upstream’s retry-after of ${text} is read as ${learnt}: its refusals so far count so. The provider can set it otherwise.`
      return { ms: readRetryAfter(text, learnt, now), said }
    },
  }
}
