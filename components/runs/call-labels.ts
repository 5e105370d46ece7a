import { formatCount } from '@/lib/kernel'
import type { EntryView } from '@/lib/money/ledger'

/** Tones and words of the outcomes of calls. */
export const OUTCOME_LABELS: Readonly<
  Record<EntryView['outcome'], { readonly tone: 'good' | 'quiet' | 'warn'; readonly word: string }>
> = {
  SETTLED: { tone: 'good', word: 'Settled' },
  FREE: { tone: 'quiet', word: 'Not charged' },
  UNKNOWN: { tone: 'warn', word: 'Unknown' },
}

type Call = Pick<EntryView, 'outcome' | 'items' | 'chargeNano'>
type SizedCall = Pick<EntryView, 'outcome' | 'items' | 'reservedItems'>

/** Describes what a call asked for: the page of its run, or who its user is. */
export const describeCallSubject = ({ pageNumber }: Pick<EntryView, 'pageNumber'>): string =>
  pageNumber === 0 ? 'Look-up of the user' : formatCount(pageNumber)

/** Describes a call's items; unknown if it ended as unknown. */
export const describeCallItems = (call: SizedCall): string =>
  call.outcome === 'UNKNOWN' ? 'Unknown' : describePageSize(call)

/**
 * Describes a page's items. A page larger than its reservation is flagged: how large a page may be differs by service.
 */
export const describePageSize = ({ items, reservedItems }: Omit<SizedCall, 'outcome'>): string =>
  items > reservedItems
    ? `${formatCount(items)}, over the ${formatCount(reservedItems)} reserved`
    : formatCount(items)

/** Returns whether a call's cost is known: not if it ended as unknown, or had no price. */
export const isChargeKnown = ({ outcome, chargeNano }: Call): boolean =>
  chargeNano !== null || outcome === 'FREE'

/**
 * Numbers the tries of calls, newest first, at their page, from 1. If older calls are left out (`isWhole` is false),
 * the tries at the oldest page shown cannot be counted: null.
 */
export function numberAttempts<Call extends Pick<EntryView, 'pageNumber'>>(
  calls: readonly Call[],
  isWhole: boolean,
): { readonly call: Call; readonly tryNumber: number | null }[] {
  const oldestPage = calls.at(-1)?.pageNumber
  return calls.map((call, index) => {
    if (!isWhole && call.pageNumber === oldestPage) return { call, tryNumber: null }
    const before = calls.slice(index).filter(({ pageNumber }) => pageNumber === call.pageNumber)
    return { call, tryNumber: before.length }
  })
}
