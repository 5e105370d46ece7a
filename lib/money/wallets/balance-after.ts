import type { Micro } from '@/lib/kernel'
import type { Settled } from '@/lib/money/ledger'

/**
 * The balance that follows from a reading after further settlements, in micro-credits. Null if some of them had no
 * known price: what cannot be known is not guessed.
 */
export const balanceAfter = (
  reading: Settled & { readonly balanceMicro: Micro },
  now: Settled,
): Micro | null =>
  now.unpricedItems > reading.unpricedItems
    ? null
    : reading.balanceMicro + reading.settledMicro - now.settledMicro
