import { type Nano, type Operation, withOperation } from '@/lib/kernel'
import { columnSql, type Db, joinSql, sql, type Tx } from '@/lib/platform/db'
import type { Attribution, Settled, SettledByOperation, SettledSum } from './schemas'

/** The only file that names Rollup. */

/** What a rollup sums: counts, and one amount. */
const COUNTS = ['pages', 'items', 'unpricedItems', 'frees', 'unknowns'] as const
const MEASURES = [...COUNTS, 'chargeNano'] as const

export type RollupDelta = Readonly<Record<(typeof COUNTS)[number], number> & { chargeNano: Nano }>

type RollupKey = { teamId: string; quarterHour: number } & Pick<
  Attribution,
  'walletId' | 'keyId' | 'environmentId' | 'memberId'
> & { operation: Operation }

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
  [
    key.teamId,
    key.quarterHour,
    key.walletId,
    key.keyId,
    key.environmentId,
    key.memberId,
    key.operation,
  ].join()

function plus(a: RollupDelta, b: RollupDelta): RollupDelta {
  const sum = { ...a, chargeNano: a.chargeNano + b.chargeNano }
  for (const count of COUNTS) sum[count] += b[count]
  return sum
}

const COLUMNS = joinSql(MEASURES.map(columnSql))
const ADDED = joinSql(
  MEASURES.map(columnSql).map((column) => sql`${column} = "Rollup".${column} + excluded.${column}`),
)
const SUMMED = joinSql(
  MEASURES.map(columnSql).map((column) => sql`CAST(SUM(r.${column}) AS BIGINT) AS ${column}`),
)

const bumpRollup = (tx: Tx, key: RollupKey, delta: RollupDelta) => tx.$executeRaw`
  INSERT INTO "Rollup" ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation",
    ${COLUMNS})
  VALUES (${key.teamId}, ${key.quarterHour}, ${key.walletId}, ${key.keyId}, ${key.environmentId}, ${key.memberId},
    ${key.operation}, ${joinSql(MEASURES.map((measure) => delta[measure]))})
  ON CONFLICT ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation") DO UPDATE SET ${ADDED}`

export type RollupDimension = 'keyId' | 'environmentId' | 'memberId' | 'operation' | 'walletId'

const DIMENSION_COLUMNS: Record<RollupDimension, ReturnType<typeof sql>> = {
  keyId: sql`r."keyId"`,
  environmentId: sql`r."environmentId"`,
  memberId: sql`r."memberId"`,
  operation: sql`r."operation"`,
  walletId: sql`r."walletId"`,
}

type RollupSumRow = { member: string } & Record<'bucket' | (typeof MEASURES)[number], bigint | number>

/** Sums as numbers: the engines return them as one type or the other. */
function sumsOf(row: RollupSumRow): RollupDelta {
  const sums = {
    pages: 0,
    items: 0,
    unpricedItems: 0,
    frees: 0,
    unknowns: 0,
    chargeNano: BigInt(row.chargeNano),
  }
  for (const count of COUNTS) sums[count] = Number(row[count])
  return sums
}

/** Sums of the rollups per bucket and dimension. Buckets are half-open ranges of quarter hours, numbered by place. */
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
      ${SUMMED}
    FROM bucket b
    JOIN "Rollup" r ON r."teamId" = ${teamId} AND r."quarter" >= CAST(b.low AS INTEGER)
      AND r."quarter" < CAST(b.high AS INTEGER) ${inEnvironment} ${inWallet}
    GROUP BY 1, 2 ORDER BY 1, 2`
  return rows.map((row) => ({ bucket: Number(row.bucket), member: row.member, ...sumsOf(row) }))
}

/** All settlements on a wallet: nano-credits, and items without a known price. */
export async function selectSettledOnWallet(db: Db | Tx, teamId: string, walletId: string): Promise<Settled> {
  const { _sum } = await db.rollup.aggregate({
    where: { teamId, walletId },
    _sum: { chargeNano: true, unpricedItems: true },
  })
  return { settledNano: _sum.chargeNano ?? 0n, unpricedItems: _sum.unpricedItems ?? 0 }
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
    _sum: SETTLED_FIELDS,
  })
  return Object.fromEntries(
    rows.map(withOperation).map(({ operation, _sum }) => [operation, settledSum(_sum)]),
  )
}

const SETTLED_FIELDS = { pages: true, items: true, chargeNano: true, unpricedItems: true } as const

const settledSum = (sum: { [Field in keyof SettledSum]: SettledSum[Field] | null }): SettledSum => ({
  pages: sum.pages ?? 0,
  items: sum.items ?? 0,
  chargeNano: sum.chargeNano ?? 0n,
  unpricedItems: sum.unpricedItems ?? 0,
})

/** Whether a call on a wallet ended in or after a quarter hour. */
export const hasRollupSince = async (
  tx: Tx,
  teamId: string,
  walletId: string,
  quarterHour: number,
): Promise<boolean> =>
  (await tx.rollup.findFirst({
    where: { teamId, walletId, quarter: { gte: quarterHour } },
    select: { quarter: true },
  })) !== null

/** The last quarter hour in which a call on a wallet ended; null where none ever did. */
export const selectLastQuarterHour = async (
  db: Db,
  teamId: string,
  walletId: string,
): Promise<number | null> => {
  const row = await db.rollup.findFirst({
    where: { teamId, walletId },
    orderBy: { quarter: 'desc' },
    select: { quarter: true },
  })
  return row?.quarter ?? null
}

/** What a wallet spent per quarter hour since one, oldest first; quarter hours without spend are left out. */
export const selectSpentByQuarterHour = (db: Db, teamId: string, walletId: string, from: number) =>
  db.rollup.groupBy({
    by: ['quarter'],
    where: { teamId, walletId, quarter: { gte: from }, chargeNano: { gt: 0n } },
    _sum: { chargeNano: true },
    orderBy: { quarter: 'asc' },
  })

/** What was settled in quarter hours from `from` and before `to`, per environment and operation. */
export async function selectSettledWithin(
  db: Db,
  where: { teamId: string; walletId?: string; environmentId?: string },
  { from, to }: { readonly from: number; readonly to: number },
) {
  const rows = await db.rollup.groupBy({
    by: ['walletId', 'environmentId', 'operation'],
    where: { ...where, quarter: { gte: from, lt: to } },
    _sum: SETTLED_FIELDS,
  })
  return rows.map(withOperation).map(({ _sum, ...line }) => ({ ...line, ...settledSum(_sum) }))
}
