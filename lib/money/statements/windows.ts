import { type Nano, operationEntries } from '@/lib/kernel'
import type { LostCall, SettledByOperation, SettledSum } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'

/** The time between two clean readings of a wallet, with everything known to have happened in it. */
export interface Window {
  readonly from: Date
  readonly to: Date
  /** How much more the balance fell than was settled; below 0 if it rose, or fell less. Nano-credits. */
  readonly dropNano: Nano
  /** What was settled per operation. */
  readonly settled: SettledByOperation
  /** Calls whose answer was lost. */
  readonly lost: readonly LostCall[]
}

/**
 * A charge may show in the balance for so long after a call ended, also after we gave up on its answer. A reading before
 * that proves nothing.
 */
const USUAL_SETTLING_MS = 60_000

const NOTHING: SettledSum = { pages: 0, items: 0, chargeNano: 0n, unpricedItems: 0 }

/** The windows between a wallet's clean readings (oldest first): each charge lies in exactly one of them. */
export function windowsOf(clean: readonly ReadingView[], lost: readonly LostCall[]): Window[] {
  return clean.slice(1).map((to, place) => {
    const from = clean[place] ?? to
    return {
      from: from.at,
      to: to.at,
      dropNano: from.balanceNano + from.settledNano - to.balanceNano - to.settledNano,
      settled: difference(from.byOperation ?? {}, to.byOperation ?? {}),
      lost: lost.filter(({ openedAt }) => openedAt > from.askedAt && openedAt <= to.askedAt),
    }
  })
}

/**
 * Whether a reading holds everything that was charged before it, and nothing else: none of our calls was under way while
 * the balance was read, and none had just ended. `learntMs` is how late charges have been seen to show.
 */
export function isClean(reading: ReadingView, lost: readonly LostCall[], learntMs = 0): boolean {
  if (reading.inFlight > 0 || reading.byOperation === null) return false
  const settlingMs = Math.max(reading.settlingMs ?? USUAL_SETTLING_MS, learntMs)
  if (reading.quietMs !== null && reading.quietMs < settlingMs) return false
  const asked = reading.askedAt.getTime()
  const lostMs = Math.max(USUAL_SETTLING_MS, settlingMs)
  return lost.every(({ endedAt }) => asked < endedAt.getTime() || asked - endedAt.getTime() >= lostMs)
}

function difference(before: SettledByOperation, after: SettledByOperation): SettledByOperation {
  return Object.fromEntries(
    operationEntries(after).map(([operation, sum]) => {
      const was = before[operation] ?? NOTHING
      return [
        operation,
        {
          pages: sum.pages - was.pages,
          items: sum.items - was.items,
          chargeNano: sum.chargeNano - was.chargeNano,
          unpricedItems: sum.unpricedItems - was.unpricedItems,
        },
      ]
    }),
  )
}
