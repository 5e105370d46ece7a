import { columnSql, type Db, joinSql, sql, type Tx } from '@/lib/platform/db'
import type { Summed } from './rollup-store'
import {
  DIMENSIONS,
  ROLLUPS,
  type RollupDimensions,
  type RollupSums,
  SUMS,
  sumsOf,
  whereSql,
} from './rollup-store'
import type { SettledSum } from './schemas'

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
    SELECT r."quarter" FROM ${ROLLUPS} WHERE ${whereSql({ teamId, walletId, from })}
    ORDER BY r."quarter" DESC LIMIT 1`
  return last ? Number(last.quarter) : null
}

/** Sums what was settled in quarter hours from `from` and before `to`, per wallet, environment and operation. */
export async function selectSettledWithin(
  db: Db,
  where: { teamId: string; walletId?: string; environmentId?: string },
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(SettledSum & ReturnType<typeof lineOf>)[]> {
  const rows = await db.$queryRaw<(Record<'walletId' | 'environmentId' | 'operation', string> & Summed)[]>`
    SELECT r."walletId", r."environmentId", r."operation", ${SUMS} FROM ${ROLLUPS}
    WHERE ${whereSql({ ...where, from, to })} GROUP BY 1, 2, 3`
  return rows.map((row) => {
    const { pages, items, chargeNano, unpricedItems } = sumsOf(row)
    return { ...lineOf(row), pages, items, chargeNano, unpricedItems }
  })
}

const lineOf = ({
  walletId,
  environmentId,
  operation,
}: Record<'walletId' | 'environmentId' | 'operation', string>) => ({ walletId, environmentId, operation })

/** Returns the first quarter hour of a team's rollups; null if it has none. */
export async function selectFirstQuarter(db: Db | Tx, teamId: string): Promise<number | null> {
  const [first] = await db.$queryRaw<{ quarter: bigint | number }[]>`
    SELECT r."quarter" FROM ${ROLLUPS} WHERE r."teamId" = ${teamId} ORDER BY r."quarter" LIMIT 1`
  return first ? Number(first.quarter) : null
}

/** Sums a span of quarter hours for each combination of members that occurs in it. */
export async function selectCombined(
  db: Db,
  teamId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(RollupDimensions & RollupSums)[]> {
  const combined = joinSql(DIMENSIONS.map((name) => sql`r.${columnSql(name)}`))
  const rows = await db.$queryRaw<(RollupDimensions & Summed)[]>`
    SELECT ${combined}, ${SUMS} FROM ${ROLLUPS} WHERE ${whereSql({ teamId, from, to })} GROUP BY ${combined}`
  return rows.map((row) => ({ ...row, ...sumsOf(row) }))
}
