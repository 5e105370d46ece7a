import { markLost } from '@/lib/money/ledger'
import type { WalletView } from '@/lib/money/wallets'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

type MarkedWallet = Pick<WalletView, 'id' | 'balance'>

/** What changes whenever the history of each of these wallets does: who keeps what follows from one compares it. */
export async function markHistories(
  ctx: TeamCtx,
  wallets: readonly MarkedWallet[],
): Promise<ReadonlyMap<string, string>> {
  const lost = await markLost(
    ctx,
    wallets.map(({ id }) => id),
  )
  return new Map(wallets.map(({ id, balance }) => [id, `${markReadings(ctx, balance)} ${lost.get(id)}`]))
}

/** A history ends now. Readings by a clock that is ahead come into it as time passes, without a new one. */
function markReadings({ clock }: TeamCtx, balance: MarkedWallet['balance']): string {
  const now = clock.now()
  return balance && balance.standsAt > now ? `${balance.id} ahead ${quarterHourOf(now)}` : `${balance?.id}`
}
