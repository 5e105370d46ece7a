import type { PrincipalKind, RollupFilter } from '@/lib/money/ledger'

/** A filter that matches what was for each of these, in the terms of the ledger's own filter. */
export interface SpendFilter
  extends Partial<
    Readonly<Record<'environmentId' | 'keyId' | 'walletId' | 'memberId' | 'searchId' | 'operation', string>>
  > {
  /** One principal, or all of its kind. */
  readonly principal?: { readonly kind: PrincipalKind; readonly id?: string }
}

/** The filter of a page, whose environment is null for all of them. */
export interface PageFilter extends Omit<SpendFilter, 'environmentId'> {
  readonly environmentId?: string | null
}

/**
 * Converts a filter to the names of the rollups. The sums of days answer a filter by one member of one dimension. A
 * kind of principal, or more than one member, needs the rollups of the range.
 */
export function toRollupFilter(filter: PageFilter): RollupFilter {
  const { environmentId, keyId, walletId, memberId, searchId, operation, principal } = filter
  return {
    ...(environmentId && { environmentId }),
    ...(keyId && { keyId }),
    ...(walletId && { walletId }),
    ...(memberId && { memberId }),
    ...(searchId && { searchId }),
    ...(operation && { operation }),
    ...(principal && { principal: principal.kind }),
    ...(principal?.id && { principalId: principal.id }),
  }
}
