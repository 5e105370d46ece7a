import { readLostTotals } from '@/lib/money/ledger'
import type { WalletView } from '@/lib/money/wallets'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** What of a wallet it takes to know whether its history has changed. */
export type MarkedWallet = Pick<WalletView, 'id' | 'balance'>

/** What changes whenever a wallet's history does: who keeps what follows from one compares both. */
export interface HistoryMark {
  readonly readings: string
  readonly lost: string
}

/** The marks of these wallets' histories, by their ids. */
export async function markHistories(
  ctx: TeamCtx,
  wallets: readonly MarkedWallet[],
): Promise<ReadonlyMap<string, HistoryMark>> {
  const lost = await readLostTotals(
    ctx,
    wallets.map(({ id }) => id),
  )
  return new Map(
    wallets.map(({ id, balance }) => [
      id,
      { readings: markReadings(ctx, balance), lost: `${lost.get(id)?.changes}` },
    ]),
  )
}

/** A history ends now. Readings by a clock that is ahead come into it as time passes, without a new one. */
function markReadings({ clock }: TeamCtx, balance: MarkedWallet['balance']): string {
  const now = clock.now()
  return balance && balance.standsAt > now ? `${balance.id} ahead ${quarterHourOf(now)}` : `${balance?.id}`
}
