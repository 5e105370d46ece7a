import type { PageRange } from '@/app/_server'
import type { SpendFilter } from '@/lib/money/usage'
import type { UsageQuery } from './query'

/** Returns what the URL narrows chart, table and ledger to: one filter for all three. */
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

/** Returns one service or token, or all callers of a kind. */
function principalOf({ service, token, caller }: UsageQuery): SpendFilter['principal'] | null {
  if (service) return { kind: 'service', id: service }
  if (token) return { kind: 'token', id: token }
  return caller && { kind: caller }
}
