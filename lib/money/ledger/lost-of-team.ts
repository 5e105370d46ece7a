import { type Db, sql, type TeamCtx } from '@/lib/platform/db'
import { ATTEMPTS, selectWithEnds } from './attempt-store'
import { countOpenLost } from './lost-store'
import { RESOLUTIONS } from './resolution-store'

/**
 * The team's lost calls with their entries and resolutions, those without one first, newest first. Reads no more of the
 * others than lie between those: most calls that were lost long ago are resolved.
 */
export async function listUnknownAttempts(ctx: TeamCtx, most: number) {
  const { db, team } = ctx
  const open = await selectLost(db, team.id, 'open', Math.min(most, await countOpenLost(ctx)))
  const others = await selectLost(db, team.id, 'resolved', most - open.length)
  const found = new Map((await selectWithEnds(db, team.id, [...open, ...others])).map((row) => [row.id, row]))
  return [...open, ...others].flatMap((id) => found.get(id) ?? [])
}

/** The ids of the newest lost calls, in the words of their index, which has them in this order. */
async function selectLost(
  db: Db,
  teamId: string,
  which: 'open' | 'resolved',
  most: number,
): Promise<string[]> {
  if (most <= 0) return []
  const resolution = sql`SELECT 1 FROM ${RESOLUTIONS} WHERE s."attemptId" = a."id"`
  const rows = await db.$queryRaw<{ readonly id: string }[]>`
    SELECT a."id" FROM ${ATTEMPTS} WHERE a."teamId" = ${teamId} AND a."state" = 'UNKNOWN'
      AND ${which === 'open' ? sql`NOT EXISTS` : sql`EXISTS`} (${resolution})
    ORDER BY a."id" DESC LIMIT ${most}`
  return rows.map(({ id }) => id)
}
