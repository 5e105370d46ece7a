import type { PageRange } from '@/app/_server'

/** The overview with the same range and environment, and other choices. */
export function addressWith(
  team: string,
  range: PageRange,
  more: Readonly<Record<string, string | null>>,
): string {
  return `/${team}?${queryOf(range, more)}`
}

/** The usage of a range and environment, narrowed by what `more` names. */
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
