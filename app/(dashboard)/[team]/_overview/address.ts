import type { PageRange } from '@/app/_server'

/** Returns the URL of the overview with the same range and environment, and the parameters in `more`. */
export function addressWith(
  team: string,
  range: PageRange,
  more: Readonly<Record<string, string | null>>,
): string {
  return `/${team}?${queryOf(range, more)}`
}

/** Returns the URL of the usage page for a range and environment, narrowed by the parameters in `more`. */
export function usageOf(
  team: string,
  range: PageRange,
  more: Readonly<Record<string, string | null>>,
): string {
  return `/${team}/usage?${queryOf(range, more)}`
}

function queryOf(range: PageRange, more: Readonly<Record<string, string | null>>): string {
  const span = range.preset ? { range: range.preset } : { from: range.from, to: range.to }
  const all = { ...span, environment: range.environmentId, ...more }
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  ).toString()
}
