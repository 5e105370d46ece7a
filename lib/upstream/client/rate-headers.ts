import type { ReportedRate } from '@/lib/upstream/pacing'
import type { Headers } from './http'
import type { Provider } from './provider'

/** Names of headers in which services say when a limit resets, for a refusal by a provider that names none. */
const USUAL_RESETS = ['x-rate-limit-reset', 'x-ratelimit-reset', 'ratelimit-reset']
const NUMBER = /^\d{1,15}(\.\d{1,9})?$/
/** A moment as ISO 8601, as Atlassian and others write it. */
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
/** A number from here on is a moment, in seconds or milliseconds since 1970, not a wait. */
const MIN_EPOCH_S = 1e9
const MIN_EPOCH_MS = 1e12
/** Clocks that differ by less agree: dates are whole seconds and take a while to arrive. */
const CLOCKS_AGREE_MS = 5000
/** Maximum sensible wait for a reset; a longer one is a mistake. */
const MAX_RESET_MS = 86_400_000

/** Reads what an answer's headers say of its limit, by the provider's names. Undefined if they say nothing. */
export function readRateHeaders(headers: Headers, provider: Provider, now: Date): ReportedRate | undefined {
  const { limit, remaining, reset } = provider.rateHeaders
  if (limit === null && remaining === null && reset === null) return undefined
  const [allowed, left] = [countAt(headers, limit), countAt(headers, remaining)]
  const told = {
    ...(allowed !== null && { limit: allowed }),
    ...(left !== null && { remaining: left }),
    ...resetOf(headers, reset === null ? [] : [reset], now),
  }
  return Object.keys(told).length === 0 ? undefined : told
}

/** Returns the milliseconds until the limit that refused a call resets; null if the answer does not say. */
export const msUntilReset = (headers: Headers, { rateHeaders }: Provider, now: Date): number | null =>
  resetOf(headers, rateHeaders.reset === null ? USUAL_RESETS : [rateHeaders.reset], now).resetInMs ?? null

function countAt(headers: Headers, header: string | null): number | null {
  const text = header === null ? undefined : headers.get(header)?.trim()
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function resetOf(headers: Headers, names: readonly string[], now: Date): Pick<ReportedRate, 'resetInMs'> {
  const text = names.map((name) => headers.get(name)?.trim()).find((each) => each !== undefined) ?? ''
  const given = ISO_MOMENT.test(text) ? Date.parse(text) : NUMBER.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(given)) return {}
  const ms =
    given < MIN_EPOCH_S
      ? given * 1000
      : (given < MIN_EPOCH_MS ? given * 1000 : given) - theirNow(headers.get('date'), now.getTime())
  return ms > MAX_RESET_MS ? {} : { resetInMs: Math.max(0, Math.ceil(ms)) }
}

/**
 * Returns the current time by the service's clock if its date shows that it differs from ours; if both agree, the
 * earlier of the two.
 */
function theirNow(date: string | undefined, now: number): number {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return now
  return Math.abs(theirs - now) > CLOCKS_AGREE_MS ? theirs : Math.min(theirs, now)
}

/** Maximum difference between clocks. A date further off is a cache's, or that of a clock that nobody set. */
const MAX_SKEW_MS = 15 * 60_000

/**
 * Returns when the service answered, by its own clock, which decides where its days end. Undefined if its date is
 * missing or far off.
 */
export function readServiceTime(headers: Headers, now: Date): Date | undefined {
  const theirs = Date.parse(headers.get('date') ?? '')
  return Math.abs(theirs - now.getTime()) <= MAX_SKEW_MS ? new Date(theirs) : undefined
}
