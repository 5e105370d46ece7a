import { columnSql, type Db, joinSql, sql, type Tx } from '@/lib/platform/db'
import { allSums, type Summed, sumsOf } from './bucket-sums'
import {
  DIMENSIONS,
  firstFromRollups,
  fromRollups,
  MEASURES,
  type RollupDimensions,
  type RollupSums,
  sumsFrom,
  whereFrom,
} from './rollup-store'
import type { SettledSum } from './schemas'

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

/** What was settled in quarter hours from `from` and before `to`, per wallet, environment and operation. */
export async function selectSettledWithin(
  db: Db,
  where: { teamId: string; walletId?: string; environmentId?: string },
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(SettledSum & ReturnType<typeof lineOf>)[]> {
  const rows = await db.$queryRaw<(Record<'walletId' | 'environmentId' | 'operation', string> & Summed)[]>`
    SELECT s."walletId", s."environmentId", s."operation", ${allSums} FROM (${fromRollups(
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

const lineOf = ({
  walletId,
  environmentId,
  operation,
}: Record<'walletId' | 'environmentId' | 'operation', string>) => ({ walletId, environmentId, operation })

/** The first quarter hour of a team's rollups; null where it has none. */
export async function selectFirstQuarter(db: Db | Tx, teamId: string): Promise<number | null> {
  const rows = await db.$queryRaw<{ quarter: bigint | number }[]>(
    fromRollups(
      (from) => sql`SELECT * FROM (SELECT r."quarter" FROM ${from.table} WHERE r."teamId" = ${teamId}
        ORDER BY r."quarter" LIMIT 1) first_of`,
    ),
  )
  return rows.length === 0 ? null : Math.min(...rows.map(({ quarter }) => Number(quarter)))
}

/** The sums of a span of quarter hours, for each combination of members that there is. */
export async function selectCombined(
  db: Db,
  teamId: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<(RollupDimensions & RollupSums)[]> {
  const combined = joinSql(DIMENSIONS.map((name) => sql`s.${columnSql(name)}`))
  const rows = await db.$queryRaw<(RollupDimensions & Summed)[]>`
    SELECT ${combined}, ${allSums} FROM (${fromRollups(
      (source) => sql`
        SELECT ${joinSql([...DIMENSIONS, ...MEASURES].map((name) => sql`${source.column(name)} AS ${columnSql(name)}`))}
        FROM ${source.table} WHERE ${whereFrom(source, { teamId, from, to })}`,
    )}) s
    GROUP BY ${combined}`
  return rows.map((row) => ({ ...row, ...sumsOf(row) }))
}
