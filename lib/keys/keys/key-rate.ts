import { type Rate, toRequestsPerSecond } from '@/lib/kernel'
import type { KeyInfo, Provider } from '@/lib/upstream/client'

/** The source of a key's limit: its account, the provider's own limit, an admin, or none. */
export type RateSource = 'account' | 'provider' | 'admin' | 'unknown'

/** A key's limit as its row stores it. */
export interface KeyRate {
  /** Number of requests in the window. */
  readonly requestsPerSecond: number
  readonly windowMs: number
  readonly rateSource: RateSource
  /** Plan of that limit, by the provider's names; null if it is not known. */
  readonly plan: string | null
}

/** Rate of a key whose limit nobody knows: that of the slowest pack. */
const GUESS: Rate = { requests: 1, windowMs: 1000 }

/**
 * Returns a key's limit: as its account reports, else as an admin set it earlier, else as the provider states for all
 * keys.
 */
export function resolveKeyRate(
  provider: Pick<Provider, 'rate' | 'plans'>,
  told: Pick<KeyInfo, 'requestsPerSecond'> | null,
  before?: { readonly requestsPerSecond: number; readonly windowMs: number; readonly rateSource: string },
): KeyRate {
  if (told?.requestsPerSecond)
    return of(provider, { requests: told.requestsPerSecond, windowMs: 1000 }, 'account')
  if (before?.rateSource === 'admin') return of(provider, storedKeyRate(before), 'admin')
  const { rate } = provider
  if (rate) return of(provider, { requests: rate.requests, windowMs: rate.perMs }, 'provider')
  return before?.rateSource === 'account'
    ? of(provider, storedKeyRate(before), 'account')
    : of(provider, GUESS, 'unknown')
}

/** Returns the limit that an admin types. */
export const toTypedRate = (provider: Pick<Provider, 'plans'>, rate: Rate): KeyRate =>
  of(provider, rate, 'admin')

/** Returns the limit of a stored key. */
export const storedKeyRate = (row: {
  readonly requestsPerSecond: number
  readonly windowMs: number
}): Rate => ({
  requests: row.requestsPerSecond,
  windowMs: row.windowMs,
})

function of({ plans }: Pick<Provider, 'plans'>, rate: Rate, rateSource: RateSource): KeyRate {
  const plan = plans.find(
    (each) =>
      toRequestsPerSecond({ requests: each.requests, windowMs: each.perMs }) === toRequestsPerSecond(rate),
  )
  return {
    requestsPerSecond: rate.requests,
    windowMs: rate.windowMs,
    rateSource,
    plan: rateSource === 'unknown' ? null : (plan?.name ?? null),
  }
}
