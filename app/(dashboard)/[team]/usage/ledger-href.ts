import type { PageRange } from '@/app/_server'

/**
 * The usage page for the range and environment of a page; `more` adds parameters or replaces them, null leaves one out.
 */
export function usageHref(
  team: string,
  range: PageRange,
  more: Readonly<Record<string, string | null>>,
): string {
  return `/${team}/usage?${addressOf(range, more)}`
}

/** The parameters of that address. */
export function addressOf(range: PageRange, more: Readonly<Record<string, string | null>>): string {
  const span = range.preset ? { range: range.preset } : { from: range.from, to: range.to }
  const all = { ...span, environment: range.environmentId, ...more }
  const query = new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return query.toString()
}

/** The ledger of that page. */
export const ledgerHref = (...page: Parameters<typeof usageHref>): string => `${usageHref(...page)}#ledger`
