import type { Operation } from '@/lib/kernel'
import { listFormOf, type Provider } from '@/lib/upstream/client'
import { NotChecked } from './findings'

/** Keeps the suite within a number of items, as long as the upstream keeps to the provider's maxima. */
export interface Budget {
  /**
   * Reserves the largest possible page before it is requested. Throws `NotChecked` if it might exceed the
   * budget.
   */
  reserve(operation: Operation): void
  /**
   * Replaces a reservation by the number of items received. Null, for a lost answer, keeps the reservation.
   */
  settle(operation: Operation, items: number | null): void
  /** Returns the items received, plus those that lost answers may have cost. */
  spent(): number
}

/** Creates a budget of this many items; null means no limit. */
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
