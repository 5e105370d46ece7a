import type { Nano } from '@/lib/kernel'
import { type Db, joinSql, sql, type TeamCtx, type Tx } from '@/lib/platform/db'
import { ATTEMPTS_SQL, selectAttemptsWithEnds } from '../core/attempt-store'
import { countOpenLostCalls, RESOLUTIONS_SQL } from '../core/lost-store'
import type { SqlFragment } from '../core/rollup-store'

/** Lost calls: their number, and the maximum number of items that they may have been charged for. */
interface UnknownSum {
  readonly calls: number
  readonly items: number
}

/**
 * Selects the lost calls of runs. Worded as the partial index requires, because a run may have thousands of other
 * calls.
 */
const lostOf = (teamId: string, runIds: RunIds) =>
  sql`a."teamId" = ${teamId} AND a."runId" IN (${'sql' in runIds ? runIds : joinSql([...runIds])}) AND a."state" = 'UNKNOWN'`

/** Ids of runs, or SQL that gives them. */
type RunIds = readonly (string | SqlFragment)[] | SqlFragment

const isNone = (runIds: RunIds): boolean => 'length' in runIds && runIds.length === 0

/** A lost call that is not resolved. */
const UNRESOLVED = sql`NOT EXISTS (SELECT 1 FROM ${RESOLUTIONS_SQL} WHERE s."attemptId" = a."id")`

/** Sums the unresolved lost calls of each of these runs. Runs without one are left out. */
export async function sumUnknownByRun(
  db: Db | Tx,
  teamId: string,
  runIds: RunIds,
): Promise<ReadonlyMap<string, UnknownSum>> {
  if (isNone(runIds)) return new Map()
  const rows = await db.$queryRaw<({ runId: string } & Record<keyof UnknownSum, bigint | number>)[]>`
    SELECT a."runId", COUNT(*) AS "calls", SUM(a."reservedItems") AS "items" FROM ${ATTEMPTS_SQL}
    WHERE ${lostOf(teamId, runIds)} AND ${UNRESOLVED} GROUP BY 1`
  return new Map(
    rows.map(({ runId, calls, items }) => [runId, { calls: Number(calls), items: Number(items) }]),
  )
}

/** Returns one of the sums of a run's unresolved lost calls as SQL, for the statement that changes the run. */
export const unknownOfRunSql = (
  sum: keyof UnknownSum,
  teamId: string,
  runId: ReturnType<typeof sql>,
): ReturnType<typeof sql> => sql`(
  SELECT ${sum === 'calls' ? sql`COUNT(*)` : sql`COALESCE(SUM(a."reservedItems"), 0)`} FROM ${ATTEMPTS_SQL}
  WHERE ${lostOf(teamId, [runId])} AND ${UNRESOLVED})`

/** Charges of resolved lost calls, which the totals of their runs do not include. */
interface ResolvedSum {
  readonly items: number
  readonly chargeNano: Nano
}

/** Sums the charges of the resolved lost calls of each of these runs. Runs without one are left out. */
export async function sumResolvedOfEachRun(
  { db, team }: TeamCtx,
  runIds: RunIds,
): Promise<ReadonlyMap<string, ResolvedSum>> {
  if (isNone(runIds)) return new Map()
  const rows = await db.$queryRaw<({ runId: string } & Record<keyof ResolvedSum, bigint | number | null>)[]>`
    SELECT a."runId", CAST(SUM(s."items") AS BIGINT) AS "items", CAST(SUM(s."chargeNano") AS BIGINT) AS "chargeNano"
    FROM ${ATTEMPTS_SQL} JOIN ${RESOLUTIONS_SQL} ON s."attemptId" = a."id"
    WHERE ${lostOf(team.id, runIds)} AND s."finding" = 'charged' GROUP BY 1`
  return new Map(
    rows.map(({ runId, items, chargeNano }) => [
      runId,
      { items: Number(items ?? 0), chargeNano: BigInt(chargeNano ?? 0) },
    ]),
  )
}

/** Sums the charges of the resolved lost calls of runs together. */
export const sumResolvedByRun = async (ctx: TeamCtx, runIds: RunIds): Promise<ResolvedSum> =>
  [...(await sumResolvedOfEachRun(ctx, runIds)).values()].reduce(
    (sum, { items, chargeNano }) => ({ items: sum.items + items, chargeNano: sum.chargeNano + chargeNano }),
    { items: 0, chargeNano: 0n },
  )

/**
 * Sums the items that the unresolved lost calls of all runs of a schedule may have returned. Reads the team's lost
 * calls only if at least one is not resolved.
 */
export async function sumUnknownBySchedule(ctx: TeamCtx, searchId: string): Promise<number> {
  if ((await countOpenLostCalls(ctx)) === 0) return 0
  const { db, team } = ctx
  const [row] = await db.$queryRaw<{ items: bigint | number | null }[]>`
    SELECT SUM(a."reservedItems") AS "items" FROM ${ATTEMPTS_SQL}
    WHERE a."teamId" = ${team.id} AND a."state" = 'UNKNOWN' AND a."principal" = 'schedule'
      AND a."principalId" = ${searchId}
      AND NOT EXISTS (SELECT 1 FROM ${RESOLUTIONS_SQL} WHERE s."attemptId" = a."id")`
  return Number(row?.items ?? 0)
}

/**
 * Returns the team's lost calls with their entries and resolutions: unresolved ones first, each newest first. The
 * search for unresolved ones ends at the last of them, because most calls that were lost long ago are resolved.
 */
export async function listUnknownAttempts(ctx: TeamCtx, limit: number) {
  const { db, team } = ctx
  const open = await selectLost(db, team.id, 'open', Math.min(limit, await countOpenLostCalls(ctx)))
  const others = await selectLost(db, team.id, 'resolved', limit - open.length)
  const found = new Map(
    (await selectAttemptsWithEnds(db, team.id, [...open, ...others])).map((row) => [row.id, row]),
  )
  return [...open, ...others].flatMap((id) => found.get(id) ?? [])
}

/** Returns the ids of the newest lost calls. The condition is that of their index, which has them in this order. */
async function selectLost(
  db: Db,
  teamId: string,
  which: 'open' | 'resolved',
  limit: number,
): Promise<string[]> {
  if (limit <= 0) return []
  const resolution = sql`SELECT 1 FROM ${RESOLUTIONS_SQL} WHERE s."attemptId" = a."id"`
  const rows = await db.$queryRaw<{ readonly id: string }[]>`
    SELECT a."id" FROM ${ATTEMPTS_SQL} WHERE a."teamId" = ${teamId} AND a."state" = 'UNKNOWN'
      AND ${which === 'open' ? sql`NOT EXISTS` : sql`EXISTS`} (${resolution})
    ORDER BY a."id" DESC LIMIT ${limit}`
  return rows.map(({ id }) => id)
}
