import { listLostCalls } from '@/lib/money/ledger'
import { listWallets, nextOldReadings, thinTo } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { MAX_CALL_MS } from './list-movements'
import { provingNothing } from './proving-nothing'

const HOUR_MS = 3_600_000
/** Age in days up to which all readings stay, because what they show may still be reported. */
const KEPT_DAYS = 30

/**
 * Deletes the readings older than thirty days that prove nothing (see `provingNothing`): one day of a wallet per step,
 * each in a short transaction that `isMine` may refuse. Yields after each step, and continues where it last stopped.
 */
export async function* thinReadings(
  ctx: TeamCtx,
  isMine: (tx: Tx) => Promise<boolean>,
): AsyncGenerator<void, void> {
  const oldest = ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS
  const before = new Date(Math.floor(oldest / HOUR_MS) * HOUR_MS)
  for (const { id } of await listWallets(ctx)) {
    for (;;) {
      const old = await nextOldReadings(ctx, id, before)
      if (!old) break
      const since = (old.within[0]?.askedAt ?? before).getTime() - MAX_CALL_MS
      const until = old.within.at(-1)?.at ?? before
      const lost = await listLostCalls(ctx, id, new Date(since), until)
      const going = new Set(provingNothing(old.within, lost))
      const isDone = await transaction(ctx.db, async (tx) => {
        const mine = await isMine(tx)
        if (mine) await thinTo(tx, ctx, old, going)
        return mine
      })
      if (!isDone) return
      yield
    }
  }
}
