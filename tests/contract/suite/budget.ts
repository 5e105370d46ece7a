import type { Operation } from '@/lib/kernel'
import { listFormOf, type Provider } from '@/lib/upstream/client'
import { NotChecked } from './findings'

/** Keeps the suite below a number of items, whatever the upstream returns within the provider's maxima. */
export interface Budget {
  /** Holds the largest page back before it is asked for. Throws `NotChecked` where it might go past the budget. */
  reserve(operation: Operation): void
  /** Replaces what was held back by what came; null where the answer was lost: it stays held. */
  settle(operation: Operation, items: number | null): void
  /** Items received, and those that lost answers may have cost. */
  spent(): number
}

/** Makes a budget of so many items; null: no limit. */
export function createBudget(maxItems: number | null, provider: Provider): Budget {
  const largestPage = (operation: Operation) => listFormOf(provider, operation).count.maximum
  let held = 0
  return {
    reserve(operation) {
      const after = held + largestPage(operation)
      if (maxItems !== null && after > maxItems)
        throw new NotChecked(
          `Skipped for the budget: ${held} of ${maxItems} items are spent, and a ${operation} page may hold ` +
            `${largestPage(operation)}. --max-items ${after} would do.`,
        )
      held = after
    },
    settle(operation, items) {
      if (items !== null) held += items - largestPage(operation)
    },
    spent: () => held,
  }
}
