import type { Nano } from '@/lib/kernel'
import { addRows, columnSql, joinSql, sql, type Tx } from '@/lib/platform/db'

/** The only file that names Rollup. */

/** What a rollup sums: counts, and an amount. */
export const COUNTS = [
  'pages',
  'items',
  'newItems',
  'unpricedItems',
  'frees',
  'refused',
  'unknowns',
  'waitedMs',
  'latencyMs',
] as const
export const MEASURES = [...COUNTS, 'chargeNano'] as const
export type Measure = (typeof MEASURES)[number]

export type RollupSums = Readonly<Record<(typeof COUNTS)[number], number> & { chargeNano: Nano }>

/** What rollups can be filtered and grouped by. */
export const DIMENSIONS = [
  'walletId',
  'keyId',
  'environmentId',
  'memberId',
  'principal',
  'principalId',
  'searchId',
  'operation',
  'origin',
] as const
export type RollupColumn = (typeof DIMENSIONS)[number]

/** Whom and what the calls of a rollup were for; an empty text stands for none. */
export type RollupDimensions = Readonly<Record<RollupColumn, string>>

/** A rollup, or what is to be added to it. */
export interface RollupRow extends RollupDimensions, RollupSums {
  readonly teamId: string
  readonly quarter: number
}

const SHAPE = { key: ['teamId', 'quarter', ...DIMENSIONS], measures: MEASURES } as const

/** Adds to rollups, all of one transaction with one statement. Their days learn of it from the caller. */
export async function putIntoRollups(tx: Tx, rows: readonly RollupRow[]): Promise<void> {
  await addRows(tx, 'Rollup', SHAPE, summed(rows, nameOf))
}

const nameOf = (row: RollupRow): string => SHAPE.key.map((column) => row[column]).join('\n')

/** The rows with those of one name added up. */
export function summed<Row extends RollupSums>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const name = nameOf(row)
    const known = sums.get(name)
    sums.set(name, known ? { ...known, ...plus(known, row) } : row)
  }
  return [...sums.values()]
}

/** What rows of sums hold, by the names of their columns. */
export type Summed = Record<(typeof MEASURES)[number], bigint | number>

/** Sums as numbers: the engines return them as one type or the other. */
export function sumsOf(row: Summed): RollupSums {
  const sums = {
    ...{ pages: 0, items: 0, newItems: 0, unpricedItems: 0, frees: 0, refused: 0, unknowns: 0 },
    ...{ waitedMs: 0, latencyMs: 0, chargeNano: BigInt(row.chargeNano) },
  }
  for (const count of COUNTS) sums[count] = Number(row[count])
  return sums
}

/** Two sums added up. */
export function plus(a: RollupSums, b: RollupSums): RollupSums {
  const sum: { -readonly [Count in keyof RollupSums]: RollupSums[Count] } = {
    ...a,
    chargeNano: a.chargeNano + b.chargeNano,
  }
  for (const count of COUNTS) sum[count] += b[count]
  return sum
}

/** A part of a statement. */
export type Sql = ReturnType<typeof sql>

/** Rollups as `r` in SQL, for statements that are built elsewhere. */
export const ROLLUPS = sql`"Rollup" r`

/** The measures of rollups `r`, each summed. */
export const SUMS: Sql = joinSql(
  MEASURES.map(columnSql).map((column) => sql`CAST(SUM(r.${column}) AS BIGINT) AS ${column}`),
)

/** Which rollups of a team: those of a half-open span of quarter hours, and of these members of dimensions. */
export interface RollupWhere extends Partial<RollupDimensions> {
  readonly teamId: string
  readonly from?: number
  readonly to?: number
}

/** The same as a condition on rollups `r`. */
export function whereSql({ teamId, from, to, ...of }: RollupWhere): Sql {
  const parts = [sql`r."teamId" = ${teamId}`]
  if (from !== undefined) parts.push(sql`r."quarter" >= ${from}`)
  if (to !== undefined) parts.push(sql`r."quarter" < ${to}`)
  for (const name of DIMENSIONS) {
    const member = of[name]
    if (member !== undefined) parts.push(sql`r.${columnSql(name)} = ${member}`)
  }
  return joinSql(parts, ' AND ')
}
