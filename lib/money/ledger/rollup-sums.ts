import { type Nano, withOperation } from '@/lib/kernel'
import { columnSql, type Db, joinSql, sql, type Tx } from '@/lib/platform/db'
import {
  COUNTS,
  firstFromRollups,
  fromRollups,
  MEASURES,
  type RollupDimensions,
  type RollupSource,
  type RollupSums,
  sumsFrom,
  whereFrom,
} from './rollup-store'
import type { SettledSum } from './schemas'

/** What sums can be grouped by. The member of `principal` is its kind and its id, with a colon between. */
export type RollupDimension =
  | 'keyId'
  | 'environmentId'
  | 'memberId'
  | 'operation'
  | 'walletId'
  | 'searchId'
  | 'principal'

/** Only what was for these members of dimensions. What is not moved yet by the backfill has no search and no principal. */
export type RollupFilter = Partial<RollupDimensions>

const memberOf = (dimension: RollupDimension, { column }: RollupSource) =>
  dimension === 'principal'
    ? sql`${column('principal')} || CASE WHEN ${column('principal')} = '' THEN '' ELSE ':' END || ${column('principalId')}`
    : column(dimension)

type Summed = Record<(typeof MEASURES)[number], bigint | number>

/** Sums as numbers: the engines return them as one type or the other. */
function sumsOf(row: Summed): RollupSums {
  const sums = {
    ...{ pages: 0, items: 0, newItems: 0, unpricedItems: 0, frees: 0, refused: 0, unknowns: 0 },
    ...{ waitedMs: 0, latencyMs: 0, chargeNano: BigInt(row.chargeNano) },
  }
  for (const count of COUNTS) sums[count] = Number(row[count])
  return sums
}

/** A member's sums in one bucket. */
export interface BucketSums extends RollupSums {
  readonly bucket: number
  readonly member: string
}

const ALL = joinSql(
  MEASURES.map(columnSql).map((column) => sql`CAST(SUM(s.${column}) AS BIGINT) AS ${column}`),
)

/** Sums of the rollups per bucket and dimension. Buckets are half-open ranges of quarter hours, numbered by place. */
export async function selectRollupSums(
  db: Db,
  teamId: string,
  buckets: readonly { readonly from: number; readonly to: number }[],
  dimension: RollupDimension,
  filter: RollupFilter,
): Promise<BucketSums[]> {
  if (buckets.length === 0) return []
  const ranges = joinSql(buckets.map(({ from, to }, place) => sql`(${place}, ${from}, ${to})`))
  const rows = await db.$queryRaw<({ member: string; bucket: bigint | number } & Summed)[]>`
    WITH bucket(place, low, high) AS (VALUES ${ranges})
    SELECT s."bucket", s."member", ${ALL} FROM (${fromRollups(
      (from) => sql`
        SELECT CAST(b.place AS INTEGER) AS "bucket", ${memberOf(dimension, from)} AS "member", ${sumsFrom(from)}
        FROM bucket b JOIN ${from.table} ON r."quarter" >= CAST(b.low AS INTEGER)
          AND r."quarter" < CAST(b.high AS INTEGER) AND ${whereFrom(from, { teamId, ...filter })}
        GROUP BY 1, 2`,
    )}) s
    GROUP BY 1, 2 ORDER BY 1, 2`
  return rows.map((row) => ({ bucket: Number(row.bucket), member: row.member, ...sumsOf(row) }))
}

/** Whether a call on a wallet ended in or after a quarter hour. */
export const hasRollupSince = async (
  tx: Tx,
  teamId: string,
  walletId: string,
  quarterHour: number,
): Promise<boolean> => (await selectLastQuarterHour(tx, teamId, walletId, quarterHour)) !== null

/** The last quarter hour, from `from` on, in which a call on a wallet ended; null where none did. */
export async function selectLastQuarterHour(
  db: Db | Tx,
  teamId: string,
  walletId: string,
  from = 0,
): Promise<number | null> {
  const rows = await db.$queryRaw<{ found: bigint | number | null }[]>(
    firstFromRollups(
      (source) => sql`
        SELECT r."quarter" FROM ${source.table} WHERE ${whereFrom(source, { teamId, walletId, from })}
        ORDER BY r."quarter" DESC LIMIT 1`,
    ),
  )
  const last = rows[0]?.found ?? null
  return last === null ? null : Number(last)
}

/** What a wallet spent per quarter hour since one, oldest first; quarter hours without spend are left out. */
export async function selectSpentByQuarterHour(
  db: Db,
  teamId: string,
  walletId: string,
  from: number,
): Promise<{ quarterHour: number; chargeNano: Nano }[]> {
  const rows = await db.$queryRaw<Record<'quarter' | 'chargeNano', bigint | number>[]>`
    SELECT s."quarter", CAST(SUM(s."chargeNano") AS BIGINT) AS "chargeNano" FROM (${fromRollups(
      (source) => sql`
        SELECT r."quarter", r."chargeNano" FROM ${source.table}
        WHERE ${whereFrom(source, { teamId, walletId, from })} AND r."chargeNano" > 0`,
    )}) s
    GROUP BY 1 ORDER BY 1`
  return rows.map(({ quarter, chargeNano }) => ({
    quarterHour: Number(quarter),
    chargeNano: BigInt(chargeNano),
  }))
}

/** What was settled in quarter hours from `from` and before `to`, per wallet, environment and operation. */
export async function selectSettledWithin(
  db: Db,
  where: { teamId: string; walletId?: string; environmentId?: string },
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(SettledSum & ReturnType<typeof lineOf>)[]> {
  const rows = await db.$queryRaw<(Record<'walletId' | 'environmentId' | 'operation', string> & Summed)[]>`
    SELECT s."walletId", s."environmentId", s."operation", ${ALL} FROM (${fromRollups(
      (source) => sql`
        SELECT r."walletId", r."environmentId", r."operation", ${sumsFrom(source)} FROM ${source.table}
        WHERE ${whereFrom(source, { ...where, from, to })} GROUP BY 1, 2, 3`,
    )}) s
    GROUP BY 1, 2, 3`
  return rows.map((row) => {
    const { pages, items, chargeNano, unpricedItems } = sumsOf(row)
    return { ...lineOf(row), pages, items, chargeNano, unpricedItems }
  })
}

const lineOf = (row: Record<'walletId' | 'environmentId' | 'operation', string>) => {
  const { walletId, environmentId, operation } = withOperation(row)
  return { walletId, environmentId, operation }
}
