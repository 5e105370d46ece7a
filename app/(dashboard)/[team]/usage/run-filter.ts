import type { PageRange } from '@/app/_server'
import type { findRuns } from '@/lib/collect/runs'
import { isOperation } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import type { UsageQuery } from './query'

type RunFilter = Omit<Parameters<typeof findRuns>[1], 'from' | 'to'>

/**
 * Returns the filter of runs for the URL's filters, or null if runs cannot be narrowed by them: no service starts
 * runs, no run uses a further path, and the calls of one run may end differently. A run knows only its key, so a
 * wallet stands for the keys that draw on it now.
 */
export async function runFilter(
  ctx: TeamCtx,
  { environmentId }: PageRange,
  query: UsageQuery,
): Promise<RunFilter | null> {
  const { service, token, caller, key, wallet, member, search, operation, outcome } = query
  if (service || outcome || caller === 'service') return null
  if (operation && !isOperation(operation)) return null
  // A run started by a token has the token's id instead of a member's, and belongs to nobody else.
  if (token && ((member && member !== token) || (caller && caller !== 'token'))) return { keyIds: [] }
  const whose = token ?? member
  const ofWallet = wallet && (await listKeys(ctx)).filter(({ walletId }) => walletId === wallet)
  const keyIds = ofWallet
    ? ofWallet.map(({ id }) => id).filter((id) => key === null || id === key)
    : key && [key]
  return {
    ...(keyIds && { keyIds }),
    ...(environmentId && { environmentId }),
    ...(whose && { memberId: whose }),
    ...(search && { searchId: search }),
    ...(operation && { operation }),
    ...(caller && { caller }),
  }
}
