import type { Nano } from '@/lib/kernel'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { keptHistory } from './kept-histories'

/** A jump of a wallet's balance that was none of our pages. */
export interface BalanceMark {
  readonly kind: 'top-up' | 'outside'
  readonly at: Date
  readonly nano: Nano
}

/** A wallet's top-ups and outside spend since a moment, oldest first. */
export async function listBalanceMarks(
  ctx: TeamCtx,
  wallet: Pick<WalletView, 'id' | 'balance'>,
  since: Date,
): Promise<BalanceMark[]> {
  const { movements } = await keptHistory(ctx, wallet, since)
  return movements
    .filter(({ to }) => to >= since)
    .flatMap(({ to: at, topUpNano, outsideNano, unexplainedNano, perhapsOurs }) => {
      const nano = outsideNano + (perhapsOurs === 'possible' ? unexplainedNano : 0n)
      return [
        ...(topUpNano > 0n ? [{ kind: 'top-up' as const, at, nano: topUpNano }] : []),
        ...(nano > 0n ? [{ kind: 'outside' as const, at, nano }] : []),
      ]
    })
}
