import type { Nano } from '@/lib/kernel'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import {
  type RollupDimension,
  selectRollupSums,
  selectSettledOnWallet,
  selectSpentByQuarterHour,
} from './rollup-store'
import type { Settled } from './schemas'

/** A half-open range of quarter hours since the epoch. */
export interface QuarterHourRange {
  readonly from: number
  readonly to: number
}

/**
 * Settlements per bucket and member of a dimension, from the rollups alone. `bucket` is the place in `buckets`; a
 * bucket without a row had none.
 */
export const sumRollups = (
  ctx: TeamCtx,
  buckets: readonly QuarterHourRange[],
  dimension: RollupDimension,
  filter: { readonly environmentId?: string; readonly walletId?: string } = {},
) => selectRollupSums(ctx.db, ctx.team.id, buckets, dimension, filter)

/**
 * What a wallet spent in each quarter hour since one, oldest first, in nano-credits; quarter hours without spend are
 * left out.
 */
export async function sumByQuarterHour(
  ctx: TeamCtx,
  walletId: string,
  from: number,
): Promise<{ quarterHour: number; chargeNano: Nano }[]> {
  const rows = await selectSpentByQuarterHour(ctx.db, ctx.team.id, walletId, from)
  return rows.map(({ quarter, _sum }) => ({ quarterHour: quarter, chargeNano: _sum.chargeNano ?? 0n }))
}

/** All settlements on a wallet; inside a transaction if one is given. */
export const settledOnWallet = (ctx: TeamCtx, walletId: string, tx: Tx = ctx.db): Promise<Settled> =>
  selectSettledOnWallet(tx, ctx.team.id, walletId)
