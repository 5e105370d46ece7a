import { type Db, joinSql, sql, type TeamCtx } from '@/lib/platform/db'
import { ATTEMPTS } from './attempt-store'
import { countResolved } from './resolution-store'

/** How many calls on a wallet were lost, and how many of these are resolved. */
export interface LostCounts {
  readonly lost: number
  readonly resolved: number
}

/**
 * The counts of each of these wallets. They change whenever something becomes known of its lost calls, so who keeps what
 * follows from these compares them. Counts, not times: what is written later may say an earlier time, or the same.
 */
export async function countLostOnEach(
  { db, team }: TeamCtx,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, LostCounts>> {
  const [lost, resolved] = await Promise.all([
    countUnknown(db, team.id, walletIds),
    countResolved(db, team.id, walletIds),
  ])
  return new Map(walletIds.map((id) => [id, { lost: lost.get(id) ?? 0, resolved: resolved.get(id) ?? 0 }]))
}

/** In the words of the index of lost calls: one look there for each wallet. */
async function countUnknown(
  db: Db,
  teamId: string,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (walletIds.length === 0) return new Map()
  const asked = walletIds.map(
    (walletId) => sql`
      SELECT CAST(${walletId} AS TEXT) AS "walletId", (SELECT COUNT(*) FROM ${ATTEMPTS}
        WHERE a."teamId" = ${teamId} AND a."walletId" = ${walletId} AND a."state" = 'UNKNOWN') AS "many"`,
  )
  const rows = await db.$queryRaw<{ walletId: string; many: bigint | number }[]>(
    joinSql(asked, ' UNION ALL '),
  )
  return new Map(rows.map(({ walletId, many }) => [walletId, Number(many)]))
}
