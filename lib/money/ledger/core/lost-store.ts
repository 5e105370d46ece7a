import { addRows, type Db, joinSql, sql, type TeamCtx, type Tx } from '@/lib/platform/db'
import { ATTEMPTS } from './attempt-store'
import { RESOLUTIONS } from './resolution-store'

/** The only file that names LostTotal. */

const SHAPE = { key: ['teamId', 'walletId'], measures: ['unresolved', 'changes'] } as const

/** Totals of lost calls as `l` in SQL. They name every wallet that ever lost a call. */
export const LOST_TOTALS = sql`"LostTotal" l`

/** Counts of a wallet's lost calls. */
interface LostTotal {
  /** Number of lost calls that are not resolved. */
  readonly unresolved: number
  /** Increases whenever anything becomes known about them. Caches of what follows from them compare it. */
  readonly changes: number
}

interface OfWallet {
  readonly teamId: string
  readonly walletId: string
}

/**
 * Records that a call on a wallet was lost (1) or that a lost one was resolved (-1), in the transaction that does so.
 */
export const addLost = (tx: Tx, { teamId, walletId }: OfWallet, unresolved: 1 | -1): Promise<void> =>
  addRows(tx, 'LostTotal', SHAPE, [{ teamId, walletId, unresolved, changes: 1 }])

/**
 * Records that something else became known about a team's lost calls, on whichever wallets. Returns whether any of
 * them is not resolved.
 */
export async function noteLostChanged(tx: Tx, teamId: string): Promise<boolean> {
  const { count } = await tx.lostTotal.updateMany({
    where: { teamId, unresolved: { gt: 0 } },
    data: { changes: { increment: 1 } },
  })
  return count > 0
}

/** Returns the counts of lost calls of each of these wallets; zero for a wallet that never lost any. */
export async function readLostTotals(
  { db, team }: TeamCtx,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, LostTotal>> {
  const rows =
    walletIds.length === 0
      ? []
      : await db.$queryRaw<{ walletId: string; unresolved: number; changes: number }[]>`
          SELECT "walletId", "unresolved", "changes" FROM "LostTotal"
          WHERE "teamId" = ${team.id} AND "walletId" IN (${joinSql([...walletIds])})`
  const known = new Map(rows.map(({ walletId, ...total }) => [walletId, total]))
  return new Map(walletIds.map((id) => [id, known.get(id) ?? NONE]))
}

/** Counts the team's lost calls that are not resolved. */
export async function countOpenLost({ db, team }: TeamCtx): Promise<number> {
  const { _sum } = await db.lostTotal.aggregate({ where: { teamId: team.id }, _sum: { unresolved: true } })
  return _sum.unresolved ?? 0
}

const NONE: LostTotal = { unresolved: 0, changes: 0 }

/**
 * Returns by how much each wallet's total of unresolved lost calls exceeds what the ledger holds. Wallets without a
 * difference are left out.
 */
export async function selectLostDifferences(
  db: Db,
  teamId: string,
): Promise<{ walletId: string; by: number }[]> {
  const rows = await db.$queryRaw<{ walletId: string; by: bigint | number }[]>`
    SELECT x."walletId", CAST(SUM(x."many") AS BIGINT) AS "by" FROM (
      SELECT t."walletId", t."unresolved" AS "many" FROM "LostTotal" t WHERE t."teamId" = ${teamId}
      UNION ALL
      SELECT a."walletId", -1 FROM ${ATTEMPTS} WHERE a."teamId" = ${teamId} AND a."state" = 'UNKNOWN'
        AND NOT EXISTS (SELECT 1 FROM ${RESOLUTIONS} WHERE s."attemptId" = a."id")
    ) x GROUP BY 1 HAVING SUM(x."many") <> 0`
  return rows.map(({ walletId, by }) => ({ walletId, by: Number(by) }))
}
