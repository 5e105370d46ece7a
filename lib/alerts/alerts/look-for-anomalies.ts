import {
  anomaliesSince,
  findWalletAnomalies,
  markHistories,
  type WalletAnomalies,
} from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { AlertInputs } from './condition'
import type { KeptAnomalies } from './kept-anomalies'

/**
 * What is odd about the balances of a team. Reads the history of those wallets again of which there is a new reading, or
 * whose lost calls are known better.
 */
export async function lookForAnomalies(
  ctx: TeamCtx,
  wallets: readonly WalletView[],
  kept: KeptAnomalies,
): Promise<AlertInputs['anomalies']> {
  const since = new Date(ctx.clock.now().getTime() - DAY_MS)
  const marks = await markHistories(ctx, wallets)
  const found: WalletAnomalies[] = []
  // One after the other: each may read and compute for a while, and others wait.
  for (const wallet of wallets) {
    const { id, name } = wallet
    const { readings, lost } = marks.get(id) ?? {}
    const mark = `${name} ${readings} ${lost}`
    found.push(await kept.of(`${ctx.team.id} ${id}`, mark, () => findWalletAnomalies(ctx, wallet, since)))
  }
  return anomaliesSince(found, since)
}
