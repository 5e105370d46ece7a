import type { UsageQuery as Asked } from '@/lib/money/usage'
import type { UsageQuery } from './query'

type Grouping = UsageQuery['by']

/** The ledger's name of each grouping. */
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

/** Returns the kind of a principal, whose name is its kind and its id with a colon between. */
const kindOf = (principal: string): string => principal.split(':', 1)[0] ?? ''
const idOf =
  (kind: 'service' | 'token') =>
  (principal: string): string | null =>
    kindOf(principal) === kind ? principal.slice(kind.length + 1) : null

/** Groupings in which a series stands for other than each single principal. */
export const MEMBERS: Partial<Record<Grouping, (principal: string) => string | null>> = {
  service: idOf('service'),
  token: idOf('token'),
  caller: kindOf,
}
