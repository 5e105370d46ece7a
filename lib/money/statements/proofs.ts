import { chargeFor, type Nano, type ProviderPrices } from '@/lib/kernel'
import type { Movement } from './account-for'
import { itemsOf, type LostSum, lostSumsOf, onlyCombination } from './lost-sum'

/** A conclusion about a lost call that balance readings prove. */
export interface Proof {
  readonly attemptId: string
  readonly finding: 'charged' | 'uncharged'
  readonly items: number
  readonly chargeNano: Nano | null
  readonly note: string
}

/**
 * Returns what movements prove about their lost calls. If the balance fell by exactly what was settled, none was
 * charged. If nothing else moved it and only one combination of items gives the rest, each was charged for these.
 * Anything else has more than one explanation and proves nothing. The provider's prices determine how many items a
 * charge means.
 */
export const proofsFrom = (movements: readonly Movement[], provider: ProviderPrices = {}): Proof[] =>
  lostSumsOf(movements).flatMap((sum) => provenBy(sum, provider))

function provenBy(sum: LostSum, provider: ProviderPrices): Proof[] {
  const counts = sum.nano === 0n ? sum.calls.map(() => 0) : onlyCombination(sum)
  if (counts === null) return []
  return sum.calls.map(({ attemptId, operation, priceNano, maxItems }, place) => {
    const units = counts[place] ?? 0
    const items = itemsOf({ operation, maxItems }, BigInt(units), provider)
    return units === 0
      ? {
          attemptId,
          finding: 'uncharged',
          items,
          chargeNano: null,
          note: sum.nano === 0n ? NOTHING : OTHERS,
        }
      : { attemptId, finding: 'charged', items, chargeNano: chargeFor(units, priceNano), note: MORE }
  })
}

const NOTHING = 'The balance fell by exactly what other pages cost.'
const OTHERS = 'What the balance fell by more than other pages cost was charged for other lost calls.'
const MORE = 'The balance fell by this much more than other pages cost.'
