import { markLost } from '@/lib/money/ledger'
import { latestReadingId } from '@/lib/money/wallets'
import { createCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { readHistory, type WalletHistory } from './list-movements'

interface KeptHistory {
  /** Changes with whatever can change the history. */
  readonly mark: string
  readonly history: WalletHistory
}

const MOST = 8
/** Longer ones are not kept, so that all together take little more than 100 MB. */
const MOST_READINGS = 20_000

const histories = () => processWide('wallet-histories', () => createCache<KeptHistory>({ most: MOST }))

/**
 * The same as `readHistory`, for those who look: kept by this process until there is a new reading, or something new is
 * known of lost calls.
 */
export async function keptHistory(ctx: TeamCtx, walletId: string, from: Date): Promise<WalletHistory> {
  const since = new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS)
  // Asked for before the history is read: what comes meanwhile changes the mark once more.
  const [latest, lost] = await Promise.all([latestReadingId(ctx, walletId), markLost(ctx, [walletId])])
  const mark = `${latest} ${lost.get(walletId)}`
  const name = `${ctx.team.id} ${walletId} ${since.getTime()}`
  const known = histories().get(name)
  if (known?.mark === mark) return known.history
  const history = await readHistory(ctx, walletId, since)
  if (history.readings.length <= MOST_READINGS) histories().set(name, { mark, history })
  return history
}
