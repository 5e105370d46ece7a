import { readLostTotals } from '@/lib/money/ledger'
import type { WalletView } from '@/lib/money/wallets'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** The parts of a wallet that show whether its history has changed. */
export type MarkedWallet = Pick<WalletView, 'id' | 'balance'>

/** Texts that change whenever a wallet's history does. Caches of what follows from a history compare both. */
export interface HistoryMark {
  readonly readings: string
  readonly lost: string
}

/** Returns the marks of these wallets' histories, by wallet id. */
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

/**
 * Returns the mark of a wallet's readings. A history ends now, so readings of a clock that was ahead join it as time
 * passes, without a new reading.
 */
function markReadings({ clock }: TeamCtx, balance: MarkedWallet['balance']): string {
  const now = clock.now()
  return balance && balance.standsAt > now ? `${balance.id} ahead ${quarterHourOf(now)}` : `${balance?.id}`
}
