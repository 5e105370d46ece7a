import type { UsageQuery as Asked } from '@/lib/money/usage'
import type { UsageQuery } from './query'

type Grouping = UsageQuery['by']

/** What the ledger calls each grouping. */
export const DIMENSIONS: Readonly<Record<Grouping, Asked['dimension']>> = {
  environment: 'environmentId',
  search: 'searchId',
  wallet: 'walletId',
  key: 'keyId',
  member: 'memberId',
  service: 'principal',
  token: 'principal',
  caller: 'principal',
  operation: 'operation',
  outcome: 'outcome',
}

/** A principal is named by its kind and its id, with a colon between. */
const kindOf = (principal: string): string => principal.split(':', 1)[0] ?? ''
const idOf =
  (kind: 'service' | 'token') =>
  (principal: string): string | null =>
    kindOf(principal) === kind ? principal.slice(kind.length + 1) : null

/** Where not each principal is a series of its own. */
export const MEMBERS: Partial<Record<Grouping, (principal: string) => string | null>> = {
  service: idOf('service'),
  token: idOf('token'),
  caller: kindOf,
}
