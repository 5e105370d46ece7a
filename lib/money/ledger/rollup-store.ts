import type { Micro } from '@/lib/kernel'
import { type Db, joinSql, sql, type Tx } from '@/lib/platform/db'
import type { Attribution, Settled, SettledByOperation } from './schemas'

/** The only file that names Rollup. */

export interface RollupDelta {
  readonly pages: number
  readonly items: number
  readonly chargeMicro: Micro
  readonly unpricedItems: number
  readonly frees: number
  readonly unknowns: number
}

type RollupKey = { teamId: string; quarter: number } & Pick<
  Attribution,
  'walletId' | 'keyId' | 'environmentId' | 'memberId'
> & { operation: string }

interface Bump {
  readonly key: RollupKey
  readonly delta: RollupDelta
}

/** Adds to rollups: one statement for each that is changed, in one order, so that two transactions cannot deadlock. */
export async function bumpRollups(tx: Tx, bumps: readonly Bump[]): Promise<void> {
  const sums = new Map<string, Bump>()
  for (const bump of bumps) {
    const name = nameOf(bump.key)
    const known = sums.get(name)
    sums.set(name, known ? { key: bump.key, delta: plus(known.delta, bump.delta) } : bump)
  }
  for (const [, { key, delta }] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await bumpRollup(tx, key, delta)
  }
}

const nameOf = (key: RollupKey): string =>
  [key.teamId, key.quarter, key.walletId, key.keyId, key.environmentId, key.memberId, key.operation].join()

const plus = (a: RollupDelta, b: RollupDelta): RollupDelta => ({
  pages: a.pages + b.pages,
  items: a.items + b.items,
  chargeMicro: a.chargeMicro + b.chargeMicro,
  unpricedItems: a.unpricedItems + b.unpricedItems,
  frees: a.frees + b.frees,
  unknowns: a.unknowns + b.unknowns,
})

const bumpRollup = (tx: Tx, key: RollupKey, delta: RollupDelta) => tx.$executeRaw`
  INSERT INTO "Rollup" ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation",
    "pages", "items", "chargeMicro", "unpricedItems", "frees", "unknowns")
  VALUES (${key.teamId}, ${key.quarter}, ${key.walletId}, ${key.keyId}, ${key.environmentId}, ${key.memberId},
    ${key.operation}, ${delta.pages}, ${delta.items}, ${delta.chargeMicro}, ${delta.unpricedItems}, ${delta.frees},
    ${delta.unknowns})
  ON CONFLICT ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation") DO UPDATE SET
    "pages" = "Rollup"."pages" + excluded."pages",
    "items" = "Rollup"."items" + excluded."items",
    "chargeMicro" = "Rollup"."chargeMicro" + excluded."chargeMicro",
    "unpricedItems" = "Rollup"."unpricedItems" + excluded."unpricedItems",
    "frees" = "Rollup"."frees" + excluded."frees",
    "unknowns" = "Rollup"."unknowns" + excluded."unknowns"`

export type RollupDimension = 'keyId' | 'environmentId' | 'memberId' | 'operation' | 'walletId'

const DIMENSION_COLUMNS: Record<RollupDimension, ReturnType<typeof sql>> = {
  keyId: sql`r."keyId"`,
  environmentId: sql`r."environmentId"`,
  memberId: sql`r."memberId"`,
  operation: sql`r."operation"`,
  walletId: sql`r."walletId"`,
}

type RollupSumRow = { member: string } & Record<
  'bucket' | 'pages' | 'items' | 'micro' | 'unpriced' | 'frees' | 'unknowns',
  bigint | number
>

/** Sums of the rollups per bucket and dimension. Buckets are half-open ranges of quarters, numbered by place. */
export async function selectRollupSums(
  db: Db,
  teamId: string,
  buckets: readonly { readonly from: number; readonly to: number }[],
  dimension: RollupDimension,
  filter: { readonly environmentId?: string; readonly walletId?: string },
) {
  if (buckets.length === 0) return []
  const column = DIMENSION_COLUMNS[dimension]
  const ranges = joinSql(buckets.map(({ from, to }, place) => sql`(${place}, ${from}, ${to})`))
  const inEnvironment = filter.environmentId ? sql`AND r."environmentId" = ${filter.environmentId}` : sql``
  const inWallet = filter.walletId ? sql`AND r."walletId" = ${filter.walletId}` : sql``
  const rows = await db.$queryRaw<RollupSumRow[]>`
    WITH bucket(place, low, high) AS (VALUES ${ranges})
    SELECT CAST(b.place AS INTEGER) AS "bucket", ${column} AS "member",
      CAST(SUM(r."pages") AS BIGINT) AS "pages", CAST(SUM(r."items") AS BIGINT) AS "items",
      CAST(SUM(r."chargeMicro") AS BIGINT) AS "micro", CAST(SUM(r."unpricedItems") AS BIGINT) AS "unpriced",
      CAST(SUM(r."frees") AS BIGINT) AS "frees", CAST(SUM(r."unknowns") AS BIGINT) AS "unknowns"
    FROM bucket b
    JOIN "Rollup" r ON r."teamId" = ${teamId} AND r."quarter" >= CAST(b.low AS INTEGER)
      AND r."quarter" < CAST(b.high AS INTEGER) ${inEnvironment} ${inWallet}
    GROUP BY 1, 2 ORDER BY 1, 2`
  return rows.map((row) => ({
    bucket: Number(row.bucket),
    member: row.member,
    pages: Number(row.pages),
    items: Number(row.items),
    chargeMicro: BigInt(row.micro),
    unpricedItems: Number(row.unpriced),
    frees: Number(row.frees),
    unknowns: Number(row.unknowns),
  }))
}

/** All that was ever settled on a wallet: micro-credits, and items whose price was not known. */
export async function selectSettledOnWallet(db: Db | Tx, teamId: string, walletId: string): Promise<Settled> {
  const { _sum } = await db.rollup.aggregate({
    where: { teamId, walletId },
    _sum: { chargeMicro: true, unpricedItems: true },
  })
  return { settledMicro: _sum.chargeMicro ?? 0n, unpricedItems: _sum.unpricedItems ?? 0 }
}

/** The same per operation, with its pages and items. */
export async function selectSettledByOperation(
  tx: Tx,
  teamId: string,
  walletId: string,
): Promise<SettledByOperation> {
  const rows = await tx.rollup.groupBy({
    by: ['operation'],
    where: { teamId, walletId },
    _sum: { pages: true, items: true, chargeMicro: true, unpricedItems: true },
  })
  return Object.fromEntries(
    rows.map(({ operation, _sum }) => [
      operation,
      {
        pages: _sum.pages ?? 0,
        items: _sum.items ?? 0,
        chargeMicro: _sum.chargeMicro ?? 0n,
        unpricedItems: _sum.unpricedItems ?? 0,
      },
    ]),
  )
}

/** The last quarter in which a call on a wallet ended; null where none ever did. */
export const selectLastQuarter = async (db: Db, teamId: string, walletId: string): Promise<number | null> => {
  const row = await db.rollup.findFirst({
    where: { teamId, walletId },
    orderBy: { quarter: 'desc' },
    select: { quarter: true },
  })
  return row?.quarter ?? null
}

/** What a wallet spent per quarter since one, oldest first; quarters without spend are left out. */
export const selectSpentByQuarter = (db: Db, teamId: string, walletId: string, from: number) =>
  db.rollup.groupBy({
    by: ['quarter'],
    where: { teamId, walletId, quarter: { gte: from }, chargeMicro: { gt: 0n } },
    _sum: { chargeMicro: true },
    orderBy: { quarter: 'asc' },
  })

/** What was settled in quarters from `from` and before `to`, per environment and operation. */
export const selectSettledWithin = (
  db: Db,
  where: { teamId: string; walletId?: string; environmentId?: string },
  { from, to }: { readonly from: number; readonly to: number },
) =>
  db.rollup.groupBy({
    by: ['walletId', 'environmentId', 'operation'],
    where: { ...where, quarter: { gte: from, lt: to } },
    _sum: { pages: true, items: true, chargeMicro: true, unpricedItems: true },
  })
