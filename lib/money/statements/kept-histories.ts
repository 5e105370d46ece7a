import { markLost } from '@/lib/money/ledger'
import type { WalletView } from '@/lib/money/wallets'
import { createMarkedCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { continueHistory, readHistory, type WalletHistory } from './list-movements'

/** So many readings of all wallets together, so that they take little more than 100 MB. */
const MOST_READINGS = 160_000

interface KeptHistory {
  readonly history: WalletHistory
  readonly lostMark: string | undefined
}

const histories = () =>
  processWide('wallet-histories', () =>
    createMarkedCache<KeptHistory>({
      most: MOST_READINGS,
      sizeOf: ({ value }) => value.history.readings.length + 1,
    }),
  )

/**
 * The same as `readHistory`, for those who look: kept by this process until there is a new reading, or something new is
 * known of lost calls. Then only what is new is read.
 */
export async function keptHistory(
  ctx: TeamCtx,
  { id, balance }: Pick<WalletView, 'id' | 'balance'>,
  from: Date,
): Promise<WalletHistory> {
  const since = new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS)
  // Asked for before the history is read: what comes meanwhile changes the mark once more.
  const lostMark = (await markLost(ctx, [id])).get(id)
  const name = `${ctx.team.id} ${id} ${since.getTime()}`
  const kept = await histories().of(name, `${balance?.id} ${lostMark}`, async (known) => ({
    lostMark,
    history:
      known?.lostMark === lostMark && known
        ? await continueHistory(ctx, id, known.history)
        : await readHistory(ctx, id, since),
  }))
  return kept.history
}
