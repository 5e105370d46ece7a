/** How many requests a window of time allows. */
export interface Rate {
  readonly requests: number
  readonly windowMs: number
}

const UNITS = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
  [1000, 'second'],
] as const

/** A rate in words: "25 requests a second", "120 requests a minute", "900 requests in 15 minutes". */
export function formatRate({ requests, windowMs }: Rate): string {
  const [unitMs, unit] = UNITS.find(([ms]) => windowMs % ms === 0) ?? [1, 'millisecond']
  const count = windowMs / unitMs
  return `${requests} ${requests === 1 ? 'request' : 'requests'} ${count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `in ${count} ${unit}s`}`
}

/** Requests a second, perhaps a fraction. */
export const perSecond = ({ requests, windowMs }: Rate): number => (requests * 1000) / windowMs
