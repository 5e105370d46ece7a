import type { Nano } from '@/lib/kernel'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { sumResolvedSince } from '../core/resolution-store'
import { plus } from '../core/rollup-store'
import type { QuarterHourRange, Settled } from '../core/schemas'
import type { RollupDimension, RollupFilter } from '../days/day-groupings'
import { type BucketSums, type SpendSums, type SumsBy, selectBucketSums, selectSpend } from './bucket-sums'
import { sumKept } from './kept-sums'
import { selectSettledBefore, selectSettledOnEach, selectSpentAndTotal } from './totals-store'

/**
 * Sums settlements per bucket and member of a dimension, from the sums of days if they can answer it, else from the
 * rollups. `bucket` is the index in `buckets`; a bucket without a row had none. With `apart`, only these members are
 * listed separately.
 */
export const sumRollups = (
  ctx: TeamCtx,
  buckets: readonly QuarterHourRange[],
  dimension: RollupDimension,
  filter: RollupFilter = {},
  apart?: readonly string[],
): Promise<BucketSums[]> => {
  const by = { dimension, filter, ...(apart && { apart }) }
  return sumKept(ctx, buckets, {
    name: `all ${nameOf(by)}`,
    ask: (parts) => selectBucketSums(ctx.db, ctx.team.id, parts, by),
    plus: (one, other) => ({ ...one, ...plus(one, other) }),
  })
}

/** Returns the same sums for charts, but only of spend: with many members this takes half as long. */
export const sumSpend = (
  ctx: TeamCtx,
  buckets: readonly QuarterHourRange[],
  dimension: RollupDimension,
  filter: RollupFilter = {},
): Promise<SpendSums[]> =>
  sumKept(ctx, buckets, {
    name: `spend ${nameOf({ dimension, filter })}`,
    ask: (parts) => selectSpend(ctx.db, ctx.team.id, parts, { dimension, filter }),
    plus: (one, other) => ({
      ...{ ...one, pages: one.pages + other.pages, items: one.items + other.items },
      chargeNano: one.chargeNano + other.chargeNano,
      unpricedItems: one.unpricedItems + other.unpricedItems,
      unknowns: one.unknowns + other.unknowns,
    }),
  })

const nameOf = ({ dimension, filter, apart }: SumsBy): string =>
  JSON.stringify([dimension, Object.entries(filter), apart])

/**
 * Returns what a wallet spent in each quarter hour since `from`, oldest first, in nano-credits. Quarter hours without
 * spend are left out.
 */
export const sumByQuarterHour = async (
  ctx: TeamCtx,
  walletId: string,
  from: number,
): Promise<{ quarterHour: number; chargeNano: Nano }[]> =>
  (await selectSpentAndTotal(ctx.db, { teamId: ctx.team.id, walletId }, from)).spent

/** Sums all settlements on each of these wallets. A wallet without any is left out. */
export const settledOnEach = (
  ctx: TeamCtx,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, Settled>> => selectSettledOnEach(ctx.db, ctx.team.id, walletIds)

/**
 * Sums all settlements on each of these wallets before a quarter hour. Reads what was settled since, mostly from days,
 * never the whole history. A wallet without any is left out.
 */
export const settledOnEachBefore = (
  ctx: TeamCtx,
  walletIds: readonly string[],
  quarterHour: number,
): Promise<ReadonlyMap<string, Settled>> => selectSettledBefore(ctx.db, ctx.team.id, walletIds, quarterHour)

/** Sums all settlements on one wallet before a quarter hour. */
export const settledBefore = async (ctx: TeamCtx, walletId: string, quarterHour: number): Promise<Settled> =>
  (await settledOnEachBefore(ctx, [walletId], quarterHour)).get(walletId) ?? {
    settledNano: 0n,
    unpricedItems: 0,
  }

/**
 * Returns what the team, or one of its wallets, has spent since a moment on a quarter hour, including lost calls that
 * were charged.
 */
export async function sumSpent(
  ctx: TeamCtx,
  filter: { readonly walletId?: string },
  since: Date,
): Promise<Nano> {
  const where = { teamId: ctx.team.id, ...filter }
  const quarterHours = { from: quarterHourOf(since), to: quarterHourOf(ctx.clock.now()) + 1 }
  const [settled, resolvedNano] = await Promise.all([
    sumRollups(ctx, [quarterHours], 'team', filter),
    sumResolvedSince(ctx.db, where, since),
  ])
  return settled.reduce((sum, { chargeNano }) => sum + chargeNano, resolvedNano)
}
