import type { PageRange } from '@/app/_server'

/**
 * Returns the URL of the usage page for the range and environment of a page. `more` adds or replaces parameters; null
 * leaves one out.
 */
export function usageHref(
  team: string,
  range: PageRange,
  more: Readonly<Record<string, string | null>>,
): string {
  return `/${team}/usage?${addressOf(range, more)}`
}

/** Returns the query string of that URL. */
export function addressOf(range: PageRange, more: Readonly<Record<string, string | null>>): string {
  const span = range.preset ? { range: range.preset } : { from: range.from, to: range.to }
  const all = { ...span, environment: range.environmentId, ...more }
  const query = new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return query.toString()
}

/** Returns the URL of the ledger on that page. */
export const ledgerHref = (...page: Parameters<typeof usageHref>): string => `${usageHref(...page)}#ledger`
