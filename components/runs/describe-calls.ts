import { formatCount, formatCredits } from '@/lib/kernel'
import type { EntryView } from '@/lib/money/ledger'

const OUTCOMES: Record<string, string> = {
  SETTLED: 'Settled',
  FREE: 'Not charged',
  UNKNOWN: 'Unknown: may have been charged',
}

type Call = Pick<EntryView, 'outcome' | 'items' | 'chargeMicro'>

export const describeOutcome = ({ outcome }: Call): string => OUTCOMES[outcome] ?? outcome

/** What a call brought; nobody knows of one that ended unknown. */
export const describeItems = ({ outcome, items }: Call): string =>
  outcome === 'UNKNOWN' ? 'Unknown' : formatCount(items)

/** What a call cost in credits: nothing where it was not charged; unknown where it ended so, or without a price. */
export function describeCallCharge({ outcome, chargeMicro }: Call): string {
  if (chargeMicro !== null) return formatCredits(chargeMicro)
  return outcome === 'FREE' ? '0' : 'Unknown'
}

/**
 * Calls, newest first, each with which try at its page it was, from 1. Where older calls are left out (`isWhole` is
 * false), the tries at the oldest page shown cannot be counted: null.
 */
export function numberTries<Call extends Pick<EntryView, 'pageNumber'>>(
  calls: readonly Call[],
  isWhole: boolean,
): { readonly call: Call; readonly tryNumber: number | null }[] {
  const oldestPage = calls.at(-1)?.pageNumber
  return calls.map((call, place) => {
    if (!isWhole && call.pageNumber === oldestPage) return { call, tryNumber: null }
    const before = calls.slice(place).filter(({ pageNumber }) => pageNumber === call.pageNumber)
    return { call, tryNumber: before.length }
  })
}
