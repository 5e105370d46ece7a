import { type LostCall, listLostCalls } from '@/lib/money/ledger'
import { listBalanceReadings, type ReadingView } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { type ExplainedReadings, explainReadings } from './explain-readings'

/** Events that are this much older than a period cannot change how it is explained. */
const LOOKBACK_DAYS = 92

/** A wallet's readings and lost calls, with the movements that they show. */
export interface WalletHistory extends ExplainedReadings {
  /** All readings, oldest first. */
  readonly readings: readonly ReadingView[]
  readonly lost: readonly LostCall[]
}

/** Reads and explains a wallet's history up to now, starting well before `from`. */
export async function readHistory(ctx: TeamCtx, walletId: string, from: Date): Promise<WalletHistory> {
  const since = new Date(from.getTime() - LOOKBACK_DAYS * DAY_MS)
  const to = new Date(ctx.clock.now().getTime() + 1)
  const readings = await listBalanceReadings(ctx, walletId, { from: since, to })
  const lost = await listLostCalls(ctx, walletId, readings[0]?.askedAt ?? since)
  return { readings, lost, ...explainReadings(readings, lost) }
}
