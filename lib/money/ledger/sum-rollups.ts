import type { Nano } from '@/lib/kernel'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import {
  type BucketSums,
  type RollupDimension,
  type RollupFilter,
  selectRollupSums,
  selectSpentByQuarterHour,
} from './rollup-sums'
import type { Settled } from './schemas'
import { selectSettledBefore, selectSettledOnWallet } from './totals-store'

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
  filter: RollupFilter = {},
): Promise<BucketSums[]> => selectRollupSums(ctx.db, ctx.team.id, buckets, dimension, filter)

/**
 * What a wallet spent in each quarter hour since one, oldest first, in nano-credits; quarter hours without spend are
 * left out.
 */
export const sumByQuarterHour = (
  ctx: TeamCtx,
  walletId: string,
  from: number,
): Promise<{ quarterHour: number; chargeNano: Nano }[]> =>
  selectSpentByQuarterHour(ctx.db, ctx.team.id, walletId, from)

/** All settlements on a wallet; inside a transaction if one is given. */
export const settledOnWallet = (ctx: TeamCtx, walletId: string, tx: Tx = ctx.db): Promise<Settled> =>
  selectSettledOnWallet(tx, ctx.team.id, walletId)

/** All settlements on a wallet before a quarter hour; reads what came since, never all that was before. */
export const settledBefore = (ctx: TeamCtx, walletId: string, quarterHour: number): Promise<Settled> =>
  selectSettledBefore(ctx.db, { teamId: ctx.team.id, walletId }, quarterHour)
