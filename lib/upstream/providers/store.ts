import type { Db, Tx } from '@/lib/platform/db'
import type { ServiceChoice } from './services'

/** The only file that names TeamProvider. */

export interface StoredChoice extends ServiceChoice {
  /** JSON. */
  readonly overrides: string
  readonly changedBy: string
  readonly changedAt: Date
}

export async function selectChoice(db: Db | Tx, teamId: string): Promise<StoredChoice | null> {
  const [row] = await db.$queryRaw<
    (Omit<StoredChoice, 'isSandbox'> & { isSandbox: boolean | number | bigint })[]
  >`
    SELECT "provider", "isSandbox", "overrides", "changedBy", "changedAt" FROM "TeamProvider" WHERE "teamId" = ${teamId}`
  return row ? { ...row, isSandbox: Boolean(row.isSandbox) } : null
}

export const upsertChoice = (tx: Tx, teamId: string, row: StoredChoice) =>
  tx.teamProvider.upsert({ where: { teamId }, create: { teamId, ...row }, update: row })

export const deleteChoice = (tx: Tx, teamId: string) => tx.teamProvider.deleteMany({ where: { teamId } })
