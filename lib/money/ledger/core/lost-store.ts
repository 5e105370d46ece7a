import { type Nano, newId, type OperationName } from '@/lib/kernel'
import {
  buildCounterUpsert,
  type Db,
  executeWrites,
  joinSql,
  sql,
  type TeamCtx,
  type Tx,
  teamCondition,
} from '@/lib/platform/db'
import { ATTEMPTS_SQL } from './attempt-store'

/** The only file that names LostTotal and Resolution. */

export interface ResolutionRow {
  readonly teamId: string
  readonly attemptId: string
  readonly walletId: string
  readonly finding: 'charged' | 'uncharged'
  readonly items: number
  readonly chargeNano: Nano | null
  /** Balance readings, or an admin's statement. */
  readonly proof: 'readings' | 'note'
  readonly note: string
  /** Null if readings prove it. */
  readonly resolvedById: string | null
  readonly resolvedByName: string
  readonly at: Date
}

export const insertResolution = (tx: Tx, row: ResolutionRow) =>
  tx.resolution.create({ data: { id: newId(), ...row }, select: { id: true } })

/** Resolutions as `s` in SQL, for statements in other files. */
export const RESOLUTIONS_SQL = sql`"Resolution" s`

/** Returns the resolutions of these attempts. Those without one are left out. */
export const selectResolutions = (tx: Tx, teamId: string, attemptIds: string[]) =>
  tx.resolution.findMany({
    where: { attemptId: { in: attemptIds }, ...teamCondition(teamId) },
    select: { attemptId: true, finding: true, items: true, chargeNano: true },
  })

/**
 * Sums the charges of resolved unknown attempts of a team, or of one of its wallets, that were opened since a given
 * time.
 */
export const sumResolvedSince = async (
  db: Db,
  where: { teamId: string; walletId?: string },
  since: Date,
): Promise<Nano> => {
  const attempt = { teamId: where.teamId, openedAt: { gte: since } }
  const { _sum } = await db.resolution.aggregate({
    // No attempt is resolved before it is opened, so older resolutions can be left out.
    where: { ...where, finding: 'charged', at: { gte: since }, attempt },
    _sum: { chargeNano: true },
  })
  return _sum.chargeNano ?? 0n
}

const SHAPE = { key: ['teamId', 'walletId'], measures: ['unresolved', 'changes'] } as const

/** Totals of lost calls as `l` in SQL. They name every wallet that ever lost a call. */
export const LOST_TOTALS_SQL = sql`"LostTotal" l`

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
export const addToLostTotal = (tx: Tx, { teamId, walletId }: OfWallet, unresolved: 1 | -1): Promise<void> =>
  executeWrites(tx, [
    buildCounterUpsert(tx, 'LostTotal', SHAPE, [{ teamId, walletId, unresolved, changes: 1 }]),
  ])

/**
 * Records that something else became known about a team's lost calls, on whichever wallets. Returns whether any of
 * them is not resolved.
 */
async function noteLostChanged(tx: Tx, teamId: string): Promise<boolean> {
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
export async function countOpenLostCalls({ db, team }: TeamCtx): Promise<number> {
  const { _sum } = await db.lostTotal.aggregate({ where: { teamId: team.id }, _sum: { unresolved: true } })
  return _sum.unresolved ?? 0
}

const NONE: LostTotal = { unresolved: 0, changes: 0 }

/**
 * Returns by how much each wallet's total of unresolved lost calls exceeds what the ledger holds. Wallets without a
 * difference are left out.
 */
export async function selectLostTotalDrift(
  db: Db,
  teamId: string,
): Promise<{ walletId: string; by: number }[]> {
  const rows = await db.$queryRaw<{ walletId: string; by: bigint | number }[]>`
    SELECT x."walletId", CAST(SUM(x."many") AS BIGINT) AS "by" FROM (
      SELECT t."walletId", t."unresolved" AS "many" FROM "LostTotal" t WHERE t."teamId" = ${teamId}
      UNION ALL
      SELECT a."walletId", -1 FROM ${ATTEMPTS_SQL} WHERE a."teamId" = ${teamId} AND a."state" = 'UNKNOWN'
        AND NOT EXISTS (SELECT 1 FROM ${RESOLUTIONS_SQL} WHERE s."attemptId" = a."id")
    ) x GROUP BY 1 HAVING SUM(x."many") <> 0`
  return rows.map(({ walletId, by }) => ({ walletId, by: Number(by) }))
}

/**
 * Widens the reservations of an operation after a list of the upstream sent more than was requested. From then on, the
 * team's calls of this operation that are in flight, or unknown and not resolved, may return a whole page of `max`
 * items, each at the price it had.
 *
 * Leaves the holds on budgets as they are. Runs in the transaction that noticed it.
 */
export async function widenReservations(
  tx: Tx,
  teamId: string,
  operation: OperationName,
  max: number,
): Promise<void> {
  // Open attempts come first: this waits for those that are just ending. If they end as lost, the second pass finds
  // them.
  await widen(tx, teamId, { operation, max, state: 'OPEN' })
  // A team's lost calls are kept, and nearly all are resolved, so they are read only if at least one is not.
  if (await noteLostChanged(tx, teamId)) await widen(tx, teamId, { operation, max, state: 'UNKNOWN' })
}

interface Widening {
  readonly operation: OperationName
  readonly max: number
  readonly state: 'OPEN' | 'UNKNOWN'
}

async function widen(tx: Tx, teamId: string, { operation, max, state }: Widening): Promise<void> {
  await tx.$executeRaw`
    UPDATE ${ATTEMPTS_SQL} SET "reservedNano" = "reservedNano" / "reservedItems" * ${max}, "reservedItems" = ${max}
    WHERE a."teamId" = ${teamId} AND a."state" = ${state} AND a."operation" = ${operation}
      AND a."reservedItems" > 0 AND a."reservedItems" < ${max}
      AND NOT EXISTS (SELECT 1 FROM ${RESOLUTIONS_SQL} WHERE s."attemptId" = a."id")`
}
