import type { Nano } from '@/lib/kernel'
import type { Settled } from '@/lib/money/ledger'
import { isSettled } from './settling'

/** A reading, as far as a balance is computed from it. */
export interface ReadBalance extends Settled {
  readonly balanceNano: Nano
  /** Calls that were under way, and their maximum cost; null if no price was known. */
  readonly inFlight: number
  readonly inFlightNano: Nano | null
  readonly quietMs: number | null
  readonly settlingMs: number | null
}

/** Returns whether a reading holds all charges of what was settled before it, and no others. */
export const isCleanPoint = (point: ReadBalance): boolean => point.inFlight === 0 && isSettled(point)

/**
 * Returns the balance to expect now, in nano-credits: the last clean reading less what was settled since, limited to
 * what the last reading leaves possible. The last reading alone would subtract twice what was under way and already
 * charged. Null if items had no known price since, because an unknown balance is not guessed.
 */
export function expectedBalance(last: ReadBalance, clean: ReadBalance | null, now: Settled): Nano | null {
  const lowest = balanceAfter(last, now)
  if (lowest === null || clean === null || isCleanPoint(last)) return lowest
  const exact = balanceAfter(clean, now)
  if (exact === null) return lowest
  const low = isSettled(last) ? lowest : lowest - (last.settledNano - clean.settledNano)
  const high = last.inFlightNano === null ? exact : lowest + last.inFlightNano
  return exact < low ? low : exact > high ? high : exact
}

const balanceAfter = (reading: Settled & { readonly balanceNano: Nano }, now: Settled): Nano | null =>
  now.unpricedItems > reading.unpricedItems
    ? null
    : reading.balanceNano + reading.settledNano - now.settledNano
