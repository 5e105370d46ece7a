import type { Micro } from '@/lib/kernel'
import type { Settled } from '@/lib/money/ledger'
import { isSettled } from './settling'

/** A reading, as far as a balance is computed from it. */
export interface ReadBalance extends Settled {
  readonly balanceMicro: Micro
  /** Calls that were under way, and the most that they can have cost; null if no price was known. */
  readonly inFlight: number
  readonly inFlightMicro: Micro | null
  readonly quietMs: number | null
  readonly settlingMs: number | null
}

/** Whether a reading holds all charges of what was settled before it, and no others. */
export const isCleanPoint = (point: ReadBalance): boolean => point.inFlight === 0 && isSettled(point)

/**
 * The balance to expect now, in micro-credits: the last clean reading less what was settled since, within what the last
 * reading leaves possible. That one alone would take off twice what was under way and charged already. Null if items had
 * no known price since: what cannot be known is not guessed.
 */
export function expectedBalance(last: ReadBalance, clean: ReadBalance | null, now: Settled): Micro | null {
  const lowest = balanceAfter(last, now)
  if (lowest === null || clean === null || isCleanPoint(last)) return lowest
  const exact = balanceAfter(clean, now)
  if (exact === null) return lowest
  const low = isSettled(last) ? lowest : lowest - (last.settledMicro - clean.settledMicro)
  const high = last.inFlightMicro === null ? exact : lowest + last.inFlightMicro
  return exact < low ? low : exact > high ? high : exact
}

const balanceAfter = (reading: Settled & { readonly balanceMicro: Micro }, now: Settled): Micro | null =>
  now.unpricedItems > reading.unpricedItems
    ? null
    : reading.balanceMicro + reading.settledMicro - now.settledMicro
