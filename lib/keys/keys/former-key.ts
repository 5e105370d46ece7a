import { listEntries } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'

/** The prefix of a deleted key, which the ledger keeps with its calls; null if it made no call. */
export async function findFormerPrefix(ctx: TeamCtx, keyId: string): Promise<string | null> {
  const { entries } = await listEntries(ctx, { keyId }, undefined, 1)
  return entries[0]?.keyPrefix ?? null
}
