import type { WalletView } from '@/lib/money/wallets'
import { createMarkedCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { markHistories } from './history-marks'
import { readHistory, type WalletHistory } from './list-movements'

const MOST = 8
/** Longer ones are not kept, so that all together take little more than 100 MB. */
const MOST_READINGS = 20_000

const histories = () =>
  processWide('wallet-histories', () =>
    createMarkedCache<WalletHistory>({ most: MOST }, ({ readings }) => readings.length <= MOST_READINGS),
  )

/**
 * The same as `readHistory`, for those who look: kept by this process until there is a new reading, one that was ahead
 * comes to its time, or something new is known of lost calls.
 */
export async function keptHistory(
  ctx: TeamCtx,
  wallet: Pick<WalletView, 'id' | 'balance'>,
  from: Date,
): Promise<WalletHistory> {
  const { id } = wallet
  const since = new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS)
  // Asked for before the history is read: what comes meanwhile changes the mark once more.
  const mark = (await markHistories(ctx, [wallet])).get(id) ?? ''
  return histories().of(`${ctx.team.id} ${id} ${since.getTime()}`, mark, () => readHistory(ctx, id, since))
}
