import type { TeamCtx, Tx } from '@/lib/db'
import type { Micro } from '@/lib/kernel'
import { settledOnWallet } from '@/lib/ledger'
import type { BalanceView, ReadingSource } from './schemas'
import { insertReading, selectLatestReading, selectReadings } from './store'

/** Notes a balance that GET /v1/me told, in the transaction of whatever led to the question. */
export async function appendBalanceReading(
  tx: Tx,
  ctx: TeamCtx,
  reading: { walletId: string; keyId: string; balanceMicro: Micro; source: ReadingSource },
): Promise<void> {
  const settled = await settledOnWallet(ctx, reading.walletId, tx)
  await insertReading(tx, { teamId: ctx.team.id, at: ctx.clock.now(), ...settled, ...reading })
}

/** A wallet's readings within a half-open range, oldest first, led by the last one before it, where there is one. */
export async function listBalanceReadings(
  ctx: TeamCtx,
  walletId: string,
  range: { readonly from: Date; readonly to: Date },
): Promise<BalanceView[]> {
  const [before, within] = await Promise.all([
    selectLatestReading(ctx.db, ctx.team.id, walletId, range.from),
    selectReadings(ctx.db, ctx.team.id, walletId, range.from, range.to),
  ])
  return [...(before ? [before] : []), ...within].map(
    ({ balanceMicro, settledMicro, unpricedItems, at }) => ({
      balanceMicro,
      settledMicro,
      unpricedItems,
      at,
    }),
  )
}
