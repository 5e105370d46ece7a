import type { Nano } from '@/lib/kernel'
import {
  buildCounterUpsert,
  columnSql,
  type Db,
  type Engine,
  engineOf,
  joinSql,
  jsonElementsSql,
  sql,
  type Tx,
  type WriteStatement,
} from '@/lib/platform/db'
import type { SettledSum } from './schemas'

/** The only file that names Rollup. */

/** Counts that a rollup sums, besides its amount. */
export const ROLLUP_COUNTS = [
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
export const ROLLUP_MEASURES = [...ROLLUP_COUNTS, 'chargeNano'] as const
export type RollupMeasure = (typeof ROLLUP_MEASURES)[number]

export type RollupSums = Readonly<Record<(typeof ROLLUP_COUNTS)[number], number> & { chargeNano: Nano }>

/** Columns by which rollups can be filtered and grouped. */
export const ROLLUP_DIMENSIONS = [
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
export type RollupColumn = (typeof ROLLUP_DIMENSIONS)[number]

/** A rollup's attribution. An empty text means none. */
export type RollupDimensions = Readonly<Record<RollupColumn, string>>

/** A rollup, or what is added to one. */
export interface RollupRow extends RollupDimensions, RollupSums {
  readonly teamId: string
  readonly quarter: number
}

const SHAPE = { key: ['teamId', 'quarter', ...ROLLUP_DIMENSIONS], measures: ROLLUP_MEASURES } as const

/** Adds to rollups. The caller must mark their quarter hours as unsummed in the same transaction. */
export const addToRollups = (tx: Tx, rows: readonly RollupRow[]): WriteStatement =>
  buildCounterUpsert(tx, 'Rollup', SHAPE, sumByName(rows, nameOf))

const nameOf = (row: RollupRow): string => SHAPE.key.map((column) => row[column]).join('\n')

/** Adds up the rows that have the same name. */
export function sumByName<Row extends RollupSums>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const name = nameOf(row)
    const known = sums.get(name)
    sums.set(name, known ? { ...known, ...plus(known, row) } : row)
  }
  return [...sums.values()]
}

/** A row of sums as raw statements return it, by column name. */
export type RawSumRow = Record<(typeof ROLLUP_MEASURES)[number], bigint | number>

/** Converts all sums of a row to one type. */
const parseSums = (row: RawSumRow): RollupSums => parseMeasures(row, ROLLUP_MEASURES)

/** Converts these sums of a row to one type, because engines return them as different ones. */
export function parseMeasures<Measure extends RollupMeasure>(
  row: Readonly<Record<Measure, bigint | number>>,
  measures: readonly Measure[],
): Pick<RollupSums, Measure> {
  const sums = measures.map((measure) => [
    measure,
    measure === 'chargeNano' ? BigInt(row[measure]) : Number(row[measure]),
  ])
  return Object.fromEntries(sums) as Pick<RollupSums, Measure>
}

/** Adds two sums. */
function plus(a: RollupSums, b: RollupSums): RollupSums {
  const sum: { -readonly [Count in keyof RollupSums]: RollupSums[Count] } = {
    ...a,
    chargeNano: a.chargeNano + b.chargeNano,
  }
  for (const count of ROLLUP_COUNTS) sum[count] += b[count]
  return sum
}

/** A fragment of a statement. */
export type SqlFragment = ReturnType<typeof sql>

/** Rollups as `r` in SQL, for statements in other files. */
export const ROLLUPS_SQL = sql`"Rollup" r`

/** The summed measures of rollups `r`. */
const SUMS: SqlFragment = joinSql(
  ROLLUP_MEASURES.map(columnSql).map((column) => sql`CAST(SUM(r.${column}) AS BIGINT) AS ${column}`),
)

/** A selection of a team's rollups: a half-open span of quarter hours, and given members of dimensions. */
export interface RollupSelection extends Partial<RollupDimensions> {
  readonly teamId: string
  readonly from?: number
  readonly to?: number
}

/** Returns the selection as a condition on rollups `r`. */
export function rollupConditionSql({ teamId, from, to, ...of }: RollupSelection): SqlFragment {
  const parts = [sql`r."teamId" = ${teamId}`]
  if (from !== undefined) parts.push(sql`r."quarter" >= ${from}`)
  if (to !== undefined) parts.push(sql`r."quarter" < ${to}`)
  for (const name of ROLLUP_DIMENSIONS) {
    const member = of[name]
    if (member !== undefined) parts.push(sql`r.${columnSql(name)} = ${member}`)
  }
  return joinSql(parts, ' AND ')
}

/** Indexes of rollups by dimension, those with the rarest members first. */
const INDEXES: readonly (readonly [RollupColumn, string])[] = [
  ['searchId', 'Rollup_teamId_searchId_quarter_idx'],
  ['keyId', 'Rollup_teamId_keyId_quarter_idx'],
  ['memberId', 'Rollup_teamId_memberId_quarter_idx'],
  ['principalId', 'Rollup_teamId_principal_principalId_quarter_idx'],
  ['walletId', 'Rollup_teamId_walletId_quarter_idx'],
  ['environmentId', 'Rollup_teamId_environmentId_quarter_idx'],
  ['operation', 'Rollup_teamId_operation_quarter_idx'],
]

/**
 * Returns the index that SQLite must use for several filters at once: it keeps no statistics and would take any of
 * them. PostgreSQL knows what is rare.
 */
export function rollupIndexSql(engine: Engine, filter: Partial<RollupDimensions>): SqlFragment {
  if (engine !== 'sqlite') return sql``
  // An empty member, such as "no search", is not rare.
  const [rarest, ...others] = INDEXES.filter(([dimension]) => filter[dimension])
  return rarest && others.length > 0 ? sql`INDEXED BY ${columnSql(rarest[1])}` : sql``
}

/** Returns whether a call on a wallet ended in or after a quarter hour. */
export const hasRollupSince = async (
  tx: Tx,
  teamId: string,
  walletId: string,
  quarterHour: number,
): Promise<boolean> => (await selectLastQuarterHour(tx, teamId, walletId, quarterHour)) !== null

/** Returns the last quarter hour, from `from` on, in which a call on a wallet ended; null if none did. */
export async function selectLastQuarterHour(
  db: Db | Tx,
  teamId: string,
  walletId: string,
  from = 0,
): Promise<number | null> {
  const [last] = await db.$queryRaw<{ quarter: bigint | number }[]>`
    SELECT r."quarter" FROM ${ROLLUPS_SQL} WHERE ${rollupConditionSql({ teamId, walletId, from })}
    ORDER BY r."quarter" DESC LIMIT 1`
  return last ? Number(last.quarter) : null
}

/** Returns the last quarter hour in which a call of each of these members ended, by id; without those who made none. */
export async function selectLastQuarterHours(
  db: Db,
  teamId: string,
  memberIds: readonly string[],
): Promise<Map<string, number>> {
  const json = JSON.stringify(memberIds.map((id) => [id]))
  const rows = await db.$queryRaw<{ id: string; quarter: bigint | number | null }[]>`
    SELECT j.value->>0 AS id, (
      SELECT r."quarter" FROM ${ROLLUPS_SQL} WHERE r."teamId" = ${teamId} AND r."memberId" = j.value->>0
      ORDER BY r."quarter" DESC LIMIT 1
    ) AS quarter FROM ${jsonElementsSql(engineOf(db), json)} j`
  return new Map(
    rows.flatMap(({ id, quarter }) => (quarter === null ? [] : [[id, Number(quarter)] as const])),
  )
}

/** Sums what was settled in quarter hours from `from` and before `to`, per wallet, environment and operation. */
export async function selectSettledWithin(
  db: Db,
  where: { teamId: string; walletId?: string; environmentId?: string },
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(SettledSum & ReturnType<typeof lineOf>)[]> {
  const rows = await db.$queryRaw<(Record<'walletId' | 'environmentId' | 'operation', string> & RawSumRow)[]>`
    SELECT r."walletId", r."environmentId", r."operation", ${SUMS} FROM ${ROLLUPS_SQL}
    WHERE ${rollupConditionSql({ ...where, from, to })} GROUP BY 1, 2, 3`
  return rows.map((row) => {
    const { pages, items, chargeNano, unpricedItems } = parseSums(row)
    return { ...lineOf(row), pages, items, chargeNano, unpricedItems }
  })
}

const lineOf = ({
  walletId,
  environmentId,
  operation,
}: Record<'walletId' | 'environmentId' | 'operation', string>) => ({ walletId, environmentId, operation })

/** Returns the first quarter hour of a team's rollups; null if it has none. */
export async function selectFirstQuarterHour(db: Db | Tx, teamId: string): Promise<number | null> {
  const [first] = await db.$queryRaw<{ quarter: bigint | number }[]>`
    SELECT r."quarter" FROM ${ROLLUPS_SQL} WHERE r."teamId" = ${teamId} ORDER BY r."quarter" LIMIT 1`
  return first ? Number(first.quarter) : null
}

/** Sums a span of quarter hours for each combination of members that occurs in it. */
export async function selectCombinedRollups(
  db: Db,
  teamId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(RollupDimensions & RollupSums)[]> {
  const combined = joinSql(ROLLUP_DIMENSIONS.map((name) => sql`r.${columnSql(name)}`))
  const rows = await db.$queryRaw<(RollupDimensions & RawSumRow)[]>`
    SELECT ${combined}, ${SUMS} FROM ${ROLLUPS_SQL} WHERE ${rollupConditionSql({ teamId, from, to })} GROUP BY ${combined}`
  return rows.map((row) => ({ ...row, ...parseSums(row) }))
}
