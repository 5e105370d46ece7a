import type { Nano } from '@/lib/kernel'

/** One reading of a guided check, while all our own calls on the wallet are paused. */
export interface CheckStep {
  readonly at: Date
  readonly balanceNano: Nano
  /** The ledger's total of settlements; calls that were under way at the start end in between. */
  readonly settledNano: Nano
  readonly inFlight: number
  /** Maximum cost of our calls whose answer was lost since the previous reading; null if that is not known. */
  readonly lostNano: Nano | null
  /** True if it includes all charges of our own last pages, as far as the provider says how late they may show. */
  readonly isSettled: boolean
  /** Key that the admin disabled at the provider before this reading; null for none. */
  readonly disabledKeyId: string | null
}

/** The result of a check so far. */
export type Verdict =
  /** More readings are needed: this is the first, or charges of our own last calls may lie in between. */
  | { readonly kind: 'read-again' }
  /** Nothing was spent between the last two readings. */
  | { readonly kind: 'quiet'; readonly sinceMs: number }
  /** Somebody spends: this much between the last two readings. */
  | { readonly kind: 'spending'; readonly nano: Nano; readonly sinceMs: number }
  /** It stopped when this key was disabled. */
  | { readonly kind: 'found'; readonly keyId: string }

/**
 * Evaluates a check's steps (oldest first). Spend while our calls are paused is somebody else's. If it stops after a
 * key is disabled, that key is the one in use.
 */
export function verdictOf(steps: readonly CheckStep[]): Verdict {
  const [before, last] = steps.slice(-2)
  if (!before || !last || !isTelling(before, last)) return { kind: 'read-again' }
  const nano = spentBetween(before, last)
  const sinceMs = last.at.getTime() - before.at.getTime()
  if (nano > 0n) return { kind: 'spending', nano, sinceMs }
  // A lost call may explain it; the next reading will show.
  if (dropBetween(before, last) > 0n) return { kind: 'read-again' }
  const wasSpending = lastSpending(steps)
  return wasSpending !== null && last.disabledKeyId !== null && wasSpending === steps.length - 2
    ? { kind: 'found', keyId: last.disabledKeyId }
    : { kind: 'quiet', sinceMs }
}

const isTelling = (before: CheckStep, last: CheckStep): boolean =>
  before.inFlight === 0 && last.inFlight === 0 && before.isSettled && last.lostNano !== null

/** Returns the index of the last reading before which something was spent; null if nothing ever was. */
function lastSpending(steps: readonly CheckStep[]): number | null {
  const place = steps.findLastIndex((step, at) => {
    const before = steps[at - 1]
    return before !== undefined && spentBetween(before, step) > 0n
  })
  return place < 0 ? null : place
}

/** Returns the minimum that somebody else spent: our lost calls may have been charged. */
const spentBetween = (before: CheckStep, after: CheckStep): Nano =>
  dropBetween(before, after) - (after.lostNano ?? dropBetween(before, after))

const dropBetween = (before: CheckStep, after: CheckStep): Nano =>
  before.balanceNano + before.settledNano - after.balanceNano - after.settledNano
