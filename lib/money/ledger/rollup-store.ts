import type { Nano } from '@/lib/kernel'
import { addRows, columnSql, joinSql, sql, type Tx } from '@/lib/platform/db'

/** The only file that names Rollup and LegacyRollup. */

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

/** Two sums added up. */
export function plus(a: RollupSums, b: RollupSums): RollupSums {
  const sum: { -readonly [Count in keyof RollupSums]: RollupSums[Count] } = {
    ...a,
    chargeNano: a.chargeNano + b.chargeNano,
  }
  for (const count of COUNTS) sum[count] += b[count]
  return sum
}

const LEGACY_KEY = [
  ...(['teamId', 'quarter', 'walletId', 'keyId', 'environmentId', 'memberId'] as const),
  'operation',
] as const
const LEGACY_MEASURES = ['pages', 'items', 'unpricedItems', 'frees', 'unknowns', 'chargeNano'] as const
const LEGACY = { key: LEGACY_KEY, measures: LEGACY_MEASURES }

/** A rollup of before, or what is to be taken from it. */
export type LegacyRow = Pick<RollupRow, (typeof LEGACY_KEY)[number] | (typeof LEGACY_MEASURES)[number]>

/** Takes what entries add to rollups from those of before, and drops those that are empty then. */
export async function takeFromLegacy(tx: Tx, teamId: string, rows: readonly RollupRow[]): Promise<void> {
  const sums = summed(rows, (row) => LEGACY_KEY.map((column) => row[column]).join('\n'))
  await addRows(tx, 'LegacyRollup', LEGACY, sums.map(negative))
  const quarters = rows.map(({ quarter }) => quarter)
  const empty = { pages: 0, items: 0, chargeNano: 0n, unpricedItems: 0, frees: 0, unknowns: 0 }
  const quarter = { gte: Math.min(...quarters), lte: Math.max(...quarters) }
  await tx.legacyRollup.deleteMany({ where: { teamId, quarter, ...empty } })
}

function negative(row: RollupRow): LegacyRow {
  const { teamId, quarter, walletId, keyId, environmentId, memberId, operation } = row
  return {
    ...{ teamId, quarter, walletId, keyId, environmentId, memberId, operation },
    ...{ pages: -row.pages, items: -row.items, unpricedItems: -row.unpricedItems },
    ...{ frees: -row.frees, unknowns: -row.unknowns, chargeNano: -row.chargeNano },
  }
}

/** Takes some rollups of before out, newest first, and returns them. */
export async function takeLegacy(tx: Tx, teamId: string, most: number): Promise<LegacyRow[]> {
  const newest = await tx.legacyRollup.findMany({
    where: { teamId },
    orderBy: { quarter: 'desc' },
    take: most,
  })
  for (const { teamId, quarter, walletId, keyId, environmentId, memberId, operation } of newest)
    await tx.legacyRollup.deleteMany({
      where: { teamId, quarter, walletId, keyId, environmentId, memberId, operation },
    })
  return newest
}

/** Whether there are rollups of before in these quarter hours. */
export const hasLegacyWithin = async (
  tx: Tx,
  teamId: string,
  { fromQuarter, toQuarter }: { readonly fromQuarter: number; readonly toQuarter: number },
): Promise<boolean> =>
  (await tx.legacyRollup.findFirst({
    where: { teamId, quarter: { gte: fromQuarter, lt: toQuarter } },
    select: { quarter: true },
  })) !== null

/** A part of a statement. */
export type Sql = ReturnType<typeof sql>

/** One of the two tables of rollups, as `r` in SQL. */
export interface RollupSource {
  /** What stands after FROM. */
  readonly table: Sql
  /** A column; a constant where the table lacks it. */
  column(name: (typeof SHAPE.key)[number] | (typeof MEASURES)[number]): Sql
}

const OF_BEFORE: readonly string[] = [...LEGACY_KEY, ...LEGACY_MEASURES]
const TEXTS: readonly string[] = DIMENSIONS

/** The rollups alone. */
export const ROLLUPS: RollupSource = { table: sql`"Rollup" r`, column: (name) => sql`r.${columnSql(name)}` }
/** Those of before alone. */
export const LEGACY_ROLLUPS: RollupSource = {
  table: sql`"LegacyRollup" r`,
  column: (name) =>
    OF_BEFORE.includes(name) ? sql`r.${columnSql(name)}` : TEXTS.includes(name) ? sql`''` : sql`0`,
}

/**
 * The same question to both tables: to the rollups, and to those of before that the backfill has not moved yet. The
 * filters belong into the question, so that each table uses its own index.
 */
export const fromRollups = (ask: (from: RollupSource) => Sql): Sql =>
  sql`${ask(ROLLUPS)} UNION ALL ${ask(LEGACY_ROLLUPS)}`

/** A question for one value: of the rollups, and where they have none, of those of before, which are older. */
export const firstFromRollups = (ask: (from: RollupSource) => Sql): Sql =>
  sql`SELECT COALESCE((${ask(ROLLUPS)}), (${ask(LEGACY_ROLLUPS)})) AS "found"`

/** The measures of one of the tables, each summed. */
export const sumsFrom = ({ column }: RollupSource): Sql =>
  joinSql(MEASURES.map((measure) => sql`SUM(${column(measure)}) AS ${columnSql(measure)}`))

/** Which rollups of a team: those of a half-open span of quarter hours, and of these members of dimensions. */
export interface RollupWhere extends Partial<RollupDimensions> {
  readonly teamId: string
  readonly from?: number
  readonly to?: number
}

/** The condition for one of the tables. */
export function whereFrom({ column }: RollupSource, { teamId, from, to, ...of }: RollupWhere): Sql {
  const parts = [sql`r."teamId" = ${teamId}`]
  if (from !== undefined) parts.push(sql`r."quarter" >= ${from}`)
  if (to !== undefined) parts.push(sql`r."quarter" < ${to}`)
  for (const name of DIMENSIONS) {
    const member = of[name]
    if (member !== undefined) parts.push(sql`${column(name)} = ${member}`)
  }
  return joinSql(parts, ' AND ')
}
