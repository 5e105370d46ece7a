import type { TeamCtx } from '@/lib/platform/db'
import { countLost } from './entry-store'
import { countResolved } from './resolution-store'

/**
 * What changes whenever something becomes known of lost calls of each of these wallets: who keeps what follows from them
 * compares it. Counts, not times: what is written later may say an earlier time, or the same.
 */
export async function markLost(
  { db, team }: TeamCtx,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [lost, resolved] = await Promise.all([countLost(db, team.id), countResolved(db, team.id, walletIds)])
  return new Map(walletIds.map((id) => [id, `${lost} ${resolved.get(id)}`]))
}
