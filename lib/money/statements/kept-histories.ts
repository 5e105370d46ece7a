import type { WalletView } from '@/lib/money/wallets'
import { createMarkedCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { markHistories } from './history-marks'
import { continueHistory, readHistory, type WalletHistory } from './list-movements'

/** So many readings of all wallets together, so that they take little more than 100 MB. */
const MOST_READINGS = 160_000

interface KeptHistory {
  readonly history: WalletHistory
  readonly lostMark: string
}

const histories = () =>
  processWide('wallet-histories', () =>
    createMarkedCache<KeptHistory>({
      most: MOST_READINGS,
      sizeOf: ({ value }) => value.history.readings.length + 1,
    }),
  )

/**
 * The same as `readHistory`, for those who look: kept by this process until there is a new reading, one that was ahead
 * comes to its time, or something new is known of lost calls. With a new reading only what is new is read. Where several
 * wallets are asked for, their `marks` are read together.
 */
export async function keptHistory(
  ctx: TeamCtx,
  wallet: Pick<WalletView, 'id' | 'balance'>,
  from: Date,
  marks = markHistories(ctx, [wallet]),
): Promise<WalletHistory> {
  const { id } = wallet
  const since = new Date(Math.floor(from.getTime() / DAY_MS) * DAY_MS)
  // Asked for before the history is read: what comes meanwhile changes the mark once more.
  const mark = (await marks).get(id)
  const lostMark = mark?.lost ?? ''
  const name = `${ctx.team.id} ${id} ${since.getTime()}`
  const kept = await histories().of(name, `${mark?.readings} ${lostMark}`, async (known) => {
    // A history ends now: one that was read by a clock that was ahead is too long.
    const isOfUse =
      known?.lostMark === lostMark && !known.history.readings.some(({ at }) => at > ctx.clock.now())
    const history = isOfUse
      ? await continueHistory(ctx, id, known.history)
      : await readHistory(ctx, id, since)
    return { lostMark, history }
  })
  return kept.history
}
