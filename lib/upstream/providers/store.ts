import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names TeamProvider. */

export interface StoredOverrides {
  /** JSON. */
  readonly overrides: string
  readonly changedBy: string
  readonly changedAt: Date
}

export async function selectOverrides(db: Db | Tx, teamId: string): Promise<StoredOverrides | null> {
  const [row] = await db.$queryRaw<StoredOverrides[]>`
    SELECT "overrides", "changedBy", "changedAt" FROM "TeamProvider" WHERE "teamId" = ${teamId}`
  return row ?? null
}

export const upsertOverrides = (tx: Tx, teamId: string, row: StoredOverrides) =>
  tx.teamProvider.upsert({ where: { teamId }, create: { teamId, ...row }, update: row })

export const deleteOverrides = (tx: Tx, teamId: string) => tx.teamProvider.deleteMany({ where: { teamId } })
