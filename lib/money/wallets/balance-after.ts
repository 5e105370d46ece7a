import type { Micro } from '@/lib/kernel'
import type { Settled } from '@/lib/money/ledger'

/**
 * The balance that follows from a reading once more has been settled: micro-credits, or null when some of it had no
 * known price. What cannot be known is not guessed.
 */
export const balanceAfter = (
  reading: Settled & { readonly balanceMicro: Micro },
  now: Settled,
): Micro | null =>
  now.unpricedItems > reading.unpricedItems
    ? null
    : reading.balanceMicro + reading.settledMicro - now.settledMicro
