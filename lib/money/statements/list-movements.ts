import { type LostCall, listLostCalls } from '@/lib/money/ledger'
import { listProvingReadings, type ReadingView } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { type ExplainedReadings, explainNewReadings, explainReadings } from './explain-readings'

/** Maximum duration of a call, and maximum delay of a charge. */
export const MAX_CALL_MS = 3_600_000
/** Days before a period that are read at least. Older events cannot change how it is explained. */
const LOOKBACK_DAYS = 92

/** A wallet's readings and lost calls, with the movements that they show. */
export interface WalletHistory extends ExplainedReadings {
  /** The readings that can be clean, oldest first, and the newest of all as the last. */
  readonly readings: readonly ReadingView[]
  readonly lost: readonly LostCall[]
}

/** Continues a history with the readings made since, as long as nothing new is known about lost calls. */
export async function continueHistory(
  ctx: TeamCtx,
  walletId: string,
  history: WalletHistory,
): Promise<WalletHistory> {
  const { readings: known, lost } = history
  const last = known.at(-1)
  const range = {
    from: new Date((last?.at.getTime() ?? -1) + 1),
    to: new Date(ctx.clock.now().getTime() + 1),
  }
  const newer = (await listProvingReadings(ctx, walletId, range)).filter(({ at }) => at >= range.from)
  if (newer.length === 0) return history
  // The newest reading was kept as the last even if it cannot be clean.
  const proving = last && mayBeClean(last) ? known : known.slice(0, -1)
  const readings = [...proving, ...newer]
  return { readings, lost, ...explainNewReadings(history, readings, newer, lost) }
}

const mayBeClean = ({ inFlight }: ReadingView): boolean => inFlight === 0

/**
 * Reads and explains a wallet's history up to now, starting well before `from`: so far that a clean reading shows the
 * balance at that moment, if there is one at all, however long the wallet was not read.
 */
export async function readHistory(ctx: TeamCtx, walletId: string, from: Date): Promise<WalletHistory> {
  const to = new Date(ctx.clock.now().getTime() + 1)
  // Doubled, so that a wallet without a clean reading is not read again for each quarter of a year.
  for (let [earliest, days] = [from, LOOKBACK_DAYS]; ; days *= 2) {
    const since = new Date(earliest.getTime() - days * DAY_MS)
    const readings = await listProvingReadings(ctx, walletId, { from: since, to })
    const [first] = readings
    const begin = Math.min(since.getTime(), first?.askedAt.getTime() ?? since.getTime())
    // A reading is not clean while a call that was lost just before it may still be charged.
    const lost = await listLostCalls(ctx, walletId, new Date(begin - MAX_CALL_MS))
    const history = { readings, lost, ...explainReadings(readings, lost) }
    const [anchor] = history.anchors
    if (!first || first.at >= since || (anchor && anchor.at < from)) return history
    earliest = first.at
  }
}
