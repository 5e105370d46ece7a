import type { TeamCtx } from '@/lib/platform/db'
import { selectLastLost } from './entry-store'
import { selectLastResolved } from './resolution-store'

/**
 * What changes whenever something becomes known of lost calls of each of these wallets: who keeps what follows from them
 * compares it.
 */
export async function markLost(
  { db, team }: TeamCtx,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const [lost, resolved] = await Promise.all([
    selectLastLost(db, team.id),
    selectLastResolved(db, team.id, walletIds),
  ])
  return new Map(walletIds.map((id) => [id, `${lost} ${resolved.get(id)}`]))
}
