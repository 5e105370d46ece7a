import { type Nano, newId } from '@/lib/kernel'
import { type Db, ofTeam, sql, type Tx } from '@/lib/platform/db'

/** The only file that names Resolution. */

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
export const RESOLUTIONS = sql`"Resolution" s`

/** Returns the resolutions of these attempts. Those without one are left out. */
export const selectResolved = (tx: Tx, teamId: string, attemptIds: string[]) =>
  tx.resolution.findMany({
    where: { attemptId: { in: attemptIds }, ...ofTeam(teamId) },
    select: { attemptId: true, finding: true, items: true, chargeNano: true },
  })

/**
 * Sums the charges of resolved unknown attempts of a team, or of one of its wallets, that were opened since a moment.
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
