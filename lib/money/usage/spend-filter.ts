import type { PrincipalKind, RollupFilter } from '@/lib/money/ledger'

/** Only what was for each of these, as the ledger's own filter says it. */
export interface SpendFilter
  extends Partial<
    Readonly<Record<'environmentId' | 'keyId' | 'walletId' | 'memberId' | 'searchId' | 'operation', string>>
  > {
  /** One principal, or all of its kind. */
  readonly principal?: { readonly kind: PrincipalKind; readonly id?: string }
}

/** The same, with the environment of a page: null for all of them. */
export interface PageFilter extends Omit<SpendFilter, 'environmentId'> {
  readonly environmentId?: string | null
}

/**
 * The same as the rollups name it. One member of a dimension is answered by the sums of days; a kind of principal, or
 * more than one member, by the rollups of the range.
 */
export function rollupFilterOf(filter: PageFilter): RollupFilter {
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
