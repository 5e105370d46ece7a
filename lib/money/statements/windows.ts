import { type Nano, type OperationName, operationEntries, sortedIndex } from '@/lib/kernel'
import type { CountedSum, LostCall, SettledByOperation } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'

/** The time between two clean readings of a wallet, with everything known to have happened in it. */
export interface Window {
  readonly from: Date
  readonly to: Date
  /** Fall of the balance beyond what was settled, in nano-credits; below 0 if it rose or fell less. */
  readonly dropNano: Nano
  /** Settlements per operation. */
  readonly settled: SettledByOperation
  /** The part of an expiring balance that is gone at the end and that our own pages cannot have used; else 0. */
  readonly goneNano: Nano
  /** Maximum cost of its pages without a price, by earlier ones; null if too few have shown it. */
  readonly maxUnpricedNano: Nano | null
  /** Calls whose answer was lost. */
  readonly lost: readonly LostCall[]
}

/**
 * Maximum time until a charge shows in the balance after a call ended, even if we gave up on its answer. A reading
 * before that proves nothing.
 */
const USUAL_SETTLING_MS = 60_000

const NOTHING: CountedSum = { pages: 0, items: 0, chargeNano: 0n, unpricedItems: 0, units: 0n }

const FOREVER = new Date(8.64e15)
const NO_CALLS: readonly LostCall[] = []

/**
 * Returns the windows between a wallet's clean readings, with its lost calls (both oldest first). Each charge lies in
 * exactly one window. `before` are clean readings before the first one, whose windows are known.
 */
export function buildWindows(
  clean: readonly ReadingView[],
  lost: readonly LostCall[],
  before: readonly ReadingView[] = [],
): Window[] {
  let next = 0
  const upTo = (at: Date) => {
    const first = next
    while ((lost[next]?.openedAt ?? FOREVER) <= at) next++
    // Shared, because nearly all windows have none and there are tens of thousands.
    return next === first ? NO_CALLS : lost.slice(first, next)
  }
  // A reading may be dated before the previous one if a clock was behind. Its calls still lie in exactly one window.
  for (const { askedAt } of before) upTo(askedAt)
  if (clean[0]) upTo(clean[0].askedAt)
  return clean.slice(1).map((to, index) => {
    const from = clean[index] ?? to
    return {
      from: from.at,
      to: to.at,
      dropNano: from.balanceNano + from.settledNano - to.balanceNano - to.settledNano,
      goneNano: goneBetween(from, to),
      maxUnpricedNano: null,
      settled: difference(from.byOperation, to.byOperation),
      lost: upTo(to.askedAt),
    }
  })
}

/** Returns how much expired. Services use up a bonus first, so our own pages have taken their part of it. */
function goneBetween(from: ReadingView, to: ReadingView): Nano {
  const goneNano =
    to.expiringNano === 0n ? (from.expiringNano ?? 0n) - (to.settledNano - from.settledNano) : 0n
  return goneNano > 0n ? goneNano : 0n
}

/** Returns the operations whose pages were charged in a window or have no price. */
export function chargedOperations({ settled }: Pick<Window, 'settled'>): OperationName[] {
  const bought: OperationName[] = []
  for (const [name, { units, unpricedItems }] of operationEntries(settled))
    if (units > 0n || unpricedItems > 0) bought.push(name)
  return bought
}

/** Returns these operations, and those of its unresolved lost calls. */
export const usedOperations = ({ settled, lost }: Pick<Window, 'settled' | 'lost'>): OperationName[] => [
  ...chargedOperations({ settled }),
  ...lost.flatMap(({ resolution, operation }) => (resolution === null ? [operation] : [])),
]

/** Returns whether a reading is clean. `learntMs` is how late charges were seen to show. */
type IsClean = (reading: ReadingView, learntMs?: number) => boolean

/**
 * Returns a test of whether a reading holds everything that was charged before it, and nothing else: none of our
 * calls, including the wallet's lost ones, was under way while the balance was read, and none had just ended.
 */
export function createCleanReadingTest(lost: readonly LostCall[]): IsClean {
  // Sorted, so that each of a hundred thousand readings finds the last end before it in a few steps.
  const ends = Float64Array.from(lost, ({ endedAt }) => endedAt.getTime()).sort()
  return (reading, learntMs = 0) => {
    if (reading.inFlight > 0) return false
    const settlingMs = Math.max(reading.settlingMs ?? USUAL_SETTLING_MS, learntMs)
    if (reading.quietMs !== null && reading.quietMs < settlingMs) return false
    const asked = reading.askedAt.getTime()
    // Times are whole milliseconds, so this finds the last end that is not later.
    const ended = ends[sortedIndex(ends, asked + 1) - 1]
    return ended === undefined || asked - ended >= Math.max(USUAL_SETTLING_MS, settlingMs)
  }
}

function difference(before: SettledByOperation, after: SettledByOperation): SettledByOperation {
  const settled: Record<OperationName, CountedSum> = {}
  for (const [operation, sum] of operationEntries(after)) {
    const was = before[operation] ?? NOTHING
    settled[operation] = {
      pages: sum.pages - was.pages,
      items: sum.items - was.items,
      chargeNano: sum.chargeNano - was.chargeNano,
      unpricedItems: sum.unpricedItems - was.unpricedItems,
      units: sum.units - was.units,
    }
  }
  return settled
}
