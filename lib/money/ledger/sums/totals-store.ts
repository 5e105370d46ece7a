import type { Nano, OperationName } from '@/lib/kernel'
import {
  buildCounterUpsert,
  columnSql,
  type Db,
  engineOf,
  joinSql,
  sql,
  type TeamCtx,
  type Tx,
  type WriteStatement,
} from '@/lib/platform/db'
import { ROLLUPS_SQL, type RollupRow, rollupConditionSql } from '../core/rollup-store'
import type { Settled, SettledByOperation } from '../core/schemas'
import { bucketSumsSql } from './sum-rollups'

/** The only file that names WalletTotal. */

const SHAPE = {
  key: ['teamId', 'walletId', 'operation'],
  measures: ['pages', 'items', 'chargeNano', 'unpricedItems'],
} as const
/** Units are known only for all pages together, because rollups do not hold them. */
const COUNTED = { key: SHAPE.key, measures: [...SHAPE.measures, 'units'] } as const

/** The amounts that a page adds to the total of its wallet and operation. */
export interface TotalRow extends Pick<RollupRow, (typeof SHAPE.key | typeof SHAPE.measures)[number]> {
  readonly units: bigint
}

/** Totals as `w` in SQL, for statements in other files. */
export const TOTALS_SQL = sql`"WalletTotal" w`

/** Adds settlements to the totals of their wallets, in the transaction that adds them to the rollups. */
export function addToTotals(tx: Tx, rows: readonly TotalRow[]): WriteStatement {
  const sums = new Map<string, TotalRow>()
  for (const row of rows) {
    if (row.pages === 0) continue
    const name = SHAPE.key.map((column) => row[column]).join('\n')
    const known = sums.get(name)
    sums.set(name, known ? plus(known, row) : row)
  }
  return buildCounterUpsert(tx, 'WalletTotal', COUNTED, [...sums.values()])
}

const plus = (one: TotalRow, other: TotalRow): TotalRow => ({
  ...one,
  pages: one.pages + other.pages,
  items: one.items + other.items,
  chargeNano: one.chargeNano + other.chargeNano,
  unpricedItems: one.unpricedItems + other.unpricedItems,
  units: one.units + other.units,
})

/**
 * Sums all settlements on each of these wallets: nano-credits, and items without a known price. A wallet without any
 * is left out.
 */
export async function sumSettledByWallet(
  { db, team }: TeamCtx,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, Settled>> {
  if (walletIds.length === 0) return new Map()
  const rows = await db.$queryRaw<SettledRow[]>`
    SELECT "walletId", CAST(SUM("chargeNano") AS BIGINT) AS "chargeNano",
      CAST(SUM("unpricedItems") AS BIGINT) AS "unpricedItems"
    FROM "WalletTotal" WHERE "teamId" = ${team.id} AND "walletId" IN (${joinSql([...walletIds])}) GROUP BY 1`
  return settledOf(rows)
}

/** Sums the charges of all of a team's pages, in nano-credits. */
export async function sumTeamCharges(tx: Tx, teamId: string): Promise<bigint> {
  const [row] = await tx.$queryRaw<{ chargeNano: bigint | number | null }[]>`
    SELECT CAST(SUM("chargeNano") AS BIGINT) AS "chargeNano" FROM "WalletTotal" WHERE "teamId" = ${teamId}`
  return BigInt(row?.chargeNano ?? 0)
}

type SettledRow = { walletId: string } & Record<'chargeNano' | 'unpricedItems', bigint | number>

const settledOf = (rows: readonly SettledRow[]): ReadonlyMap<string, Settled> =>
  new Map(
    rows.map((row) => [
      row.walletId,
      { settledNano: BigInt(row.chargeNano), unpricedItems: Number(row.unpricedItems) },
    ]),
  )

/** Returns all settlements on a wallet per operation, with pages and items. */
export async function selectSettledByOperation(
  tx: Tx,
  teamId: string,
  walletId: string,
): Promise<SettledByOperation> {
  const rows = await tx.walletTotal.findMany({ where: { teamId, walletId }, orderBy: { operation: 'asc' } })
  return Object.fromEntries(
    rows.map((row): [OperationName, NonNullable<SettledByOperation[OperationName]>] => {
      const { operation, pages, items, chargeNano, unpricedItems, units } = row
      const counts = { pages: Number(pages), items: Number(items), unpricedItems: Number(unpricedItems) }
      return [operation, { ...counts, chargeNano, units }]
    }),
  )
}

/** Later than every quarter hour. */
const END = 2 ** 31 - 1

/**
 * Sums all settlements on each of these wallets before a quarter hour: the total less what was settled since, mostly
 * from days, never the whole history. One statement reads both at one moment, so that a settlement in the meantime does
 * not affect the result. A wallet without any is left out.
 */
export async function sumSettledByWalletBefore(
  { db, team }: TeamCtx,
  walletIds: readonly string[],
  quarterHour: number,
): Promise<ReadonlyMap<string, Settled>> {
  const [walletId, ...others] = walletIds
  if (walletId === undefined) return new Map()
  const since = bucketSumsSql(engineOf(db), team.id, [{ from: quarterHour, to: END }], {
    dimension: 'walletId',
    filter: others.length === 0 ? { walletId } : {},
  })
  const rows = await db.$queryRaw<SettledRow[]>`
    SELECT s."walletId", CAST(SUM(s."chargeNano") AS BIGINT) AS "chargeNano",
      CAST(SUM(s."unpricedItems") AS BIGINT) AS "unpricedItems"
    FROM (
      SELECT "walletId", "chargeNano", "unpricedItems" FROM "WalletTotal" WHERE "teamId" = ${team.id}
      UNION ALL SELECT x."member", -x."chargeNano", -x."unpricedItems" FROM (${since}) x
    ) s
    WHERE s."walletId" IN (${joinSql([...walletIds])}) GROUP BY 1`
  return settledOf(rows)
}

/** Sums all settlements on one wallet before a quarter hour. */
export const sumSettledBefore = async (
  ctx: TeamCtx,
  walletId: string,
  quarterHour: number,
): Promise<Settled> =>
  (await sumSettledByWalletBefore(ctx, [walletId], quarterHour)).get(walletId) ?? {
    settledNano: 0n,
    unpricedItems: 0,
  }

/** Marks the total among the rows. Lower than every quarter hour. */
const IN_ALL = -1

/**
 * Returns what a wallet spent in each quarter hour since `from`, oldest first, and in total. One statement reads both
 * at one moment. Quarter hours without spend are left out.
 */
export async function selectSpentAndTotal(
  db: Db,
  { teamId, walletId }: { readonly teamId: string; readonly walletId: string },
  from: number,
): Promise<{ readonly spent: { quarterHour: number; chargeNano: bigint }[]; readonly totalNano: bigint }> {
  const rows = await db.$queryRaw<Record<'quarter' | 'chargeNano', bigint | number>[]>`
    SELECT s."quarter", CAST(SUM(s."chargeNano") AS BIGINT) AS "chargeNano" FROM (
      SELECT r."quarter", r."chargeNano" FROM ${ROLLUPS_SQL}
      WHERE ${rollupConditionSql({ teamId, walletId, from })} AND r."chargeNano" > 0
      UNION ALL SELECT CAST(${IN_ALL} AS INTEGER), "chargeNano" FROM "WalletTotal"
      WHERE "teamId" = ${teamId} AND "walletId" = ${walletId}
    ) s GROUP BY 1 ORDER BY 1`
  const sums = rows.map((row) => ({
    quarterHour: Number(row.quarter),
    chargeNano: BigInt(row.chargeNano),
  }))
  const inAll = sums.find(({ quarterHour }) => quarterHour === IN_ALL)
  return { spent: sums.filter((sum) => sum !== inAll), totalNano: inAll?.chargeNano ?? 0n }
}

/**
 * Returns what a wallet spent in each quarter hour since `from`, oldest first, in nano-credits. Quarter hours without
 * spend are left out.
 */
export const sumByQuarterHour = async (
  { db, team }: TeamCtx,
  walletId: string,
  from: number,
): Promise<{ quarterHour: number; chargeNano: Nano }[]> =>
  (await selectSpentAndTotal(db, { teamId: team.id, walletId }, from)).spent

/** Sums of a wallet's settlements of one operation. */
export interface TotalSums {
  readonly walletId: string
  readonly operation: string
  readonly pages: bigint
  readonly items: bigint
  readonly chargeNano: bigint
  readonly unpricedItems: bigint
}

/**
 * Returns the totals of a team's wallets, or of one, less what was settled since a quarter hour. All are read at one
 * moment.
 */
export async function selectTotalsBefore(
  db: Db,
  { teamId, walletId }: { readonly teamId: string; readonly walletId?: string },
  quarterHour: number,
): Promise<TotalSums[]> {
  const where = { teamId, ...(walletId !== undefined && { walletId }) }
  const ofWallet = walletId === undefined ? sql`` : sql`AND "walletId" = ${walletId}`
  const sums = SHAPE.measures.map(
    (name) => sql`CAST(SUM(s.${columnSql(name)}) AS BIGINT) AS ${columnSql(name)}`,
  )
  const rows = await db.$queryRaw<
    ({ walletId: string; operation: string } & Record<(typeof SHAPE.measures)[number], bigint | number>)[]
  >`
    SELECT s."walletId", s."operation", ${joinSql(sums)}
    FROM (
      SELECT "walletId", "operation", "pages", "items", "chargeNano", "unpricedItems" FROM "WalletTotal"
      WHERE "teamId" = ${teamId} ${ofWallet}
      UNION ALL SELECT r."walletId", r."operation", -r."pages", -r."items", -r."chargeNano", -r."unpricedItems"
      FROM ${ROLLUPS_SQL} WHERE ${rollupConditionSql({ ...where, from: quarterHour })}
    ) s GROUP BY 1, 2 ORDER BY 1, 2`
  return rows.map(({ walletId, operation, ...sums }) => ({
    walletId,
    operation,
    pages: BigInt(sums.pages),
    items: BigInt(sums.items),
    chargeNano: BigInt(sums.chargeNano),
    unpricedItems: BigInt(sums.unpricedItems),
  }))
}
