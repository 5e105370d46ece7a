import type { PageRange } from '@/app/_server'
import type { SpendFilter } from '@/lib/money/usage'
import type { UsageQuery } from './query'

/** What the address narrows chart, table and ledger to: one filter for all three. */
export function usageFilter({ environmentId }: PageRange, query: UsageQuery): SpendFilter {
  const principal = principalOf(query)
  return {
    ...(query.key && { keyId: query.key }),
    ...(query.member && { memberId: query.member }),
    ...(principal && { principal }),
    ...(query.wallet && { walletId: query.wallet }),
    ...(query.search && { searchId: query.search }),
    ...(query.operation && { operation: query.operation }),
    ...(environmentId && { environmentId }),
  }
}

/** One service, or all callers of a kind. */
const principalOf = ({ service, caller }: UsageQuery) =>
  service ? { kind: 'service' as const, id: service } : caller ? { kind: caller } : null
