import { formatPlural } from './format'

/** A rate limit: the number of requests allowed in any window of this length. */
export interface Rate {
  readonly requests: number
  readonly windowMs: number
}

const SECOND_MS = 1000

/** Returns the rate of that many requests a second. */
export const perSecond = (requests: number): Rate => ({ requests, windowMs: SECOND_MS })

/** Returns the rate itself; a bare number counts requests a second. */
export const toRate = (rate: Rate | number): Rate => (typeof rate === 'number' ? perSecond(rate) : rate)

export const isSameRate = (one: Rate, other: Rate): boolean =>
  one.requests === other.requests && one.windowMs === other.windowMs

/** Converts a rate to requests a second, such as 2 for 120 a minute. */
export const toRequestsPerSecond = ({ requests, windowMs }: Rate): number => (requests * SECOND_MS) / windowMs

const UNITS = [
  { ms: 86_400_000, one: 'day', article: 'a' },
  { ms: 3_600_000, one: 'hour', article: 'an' },
  { ms: 60_000, one: 'minute', article: 'a' },
  { ms: SECOND_MS, one: 'second', article: 'a' },
  { ms: 1, one: 'millisecond', article: 'a' },
] as const

/** Formats a rate: "25 requests a second", "900 requests in 15 minutes". */
export function formatRate({ requests, windowMs }: Rate): string {
  const unit = UNITS.find(({ ms }) => windowMs % ms === 0) ?? UNITS[4]
  const count = windowMs / unit.ms
  const many = formatPlural(requests, 'request')
  return count === 1 ? `${many} ${unit.article} ${unit.one}` : `${many} in ${formatPlural(count, unit.one)}`
}

/** The packs, slowest first. */
export const PACK_NAMES = ['Free', 'Starter', 'Builder', 'Growth', 'Scale'] as const
export type Pack = (typeof PACK_NAMES)[number]

/** Requests per second by pack. */
export const PACK_RATES: Readonly<Record<Pack, number>> = {
  Free: 1,
  Starter: 10,
  Builder: 25,
  Growth: 100,
  Scale: 200,
}

/** Returns the pack that allows this rate, or null if no pack does. */
export const packForRate = (requestsPerSecond: number): Pack | null =>
  PACK_NAMES.find((name) => PACK_RATES[name] === requestsPerSecond) ?? null
