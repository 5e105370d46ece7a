import type { Clock } from '@/lib/kernel'
import { type Db, momentSql, type Tx } from '@/lib/platform/db'

/** The only file that names Lease. */

interface LeaseTerms {
  readonly name: string
  readonly holderId: string
  readonly leaseMs: number
}

/**
 * Takes or renews a lease that is free, expired or one's own; false if another process holds it. A lease that ends
 * much later than any can was written by a fast clock, and is ignored.
 */
export async function acquireLease(
  db: Db,
  clock: Clock,
  { name, holderId, leaseMs }: LeaseTerms,
): Promise<boolean> {
  const [now, untilAt] = [momentSql(db, clock), momentSql(db, clock, leaseMs)]
  const taken = await db.$executeRaw`
    INSERT INTO "Lease" ("name", "holderId", "untilAt") VALUES (${name}, ${holderId}, ${untilAt})
    ON CONFLICT ("name") DO UPDATE SET "holderId" = excluded."holderId", "untilAt" = excluded."untilAt"
    WHERE "Lease"."holderId" = excluded."holderId" OR "Lease"."untilAt" <= ${now}
      OR "Lease"."untilAt" > ${momentSql(db, clock, 2 * leaseMs)}`
  return taken > 0
}

/**
 * Renews a lease that is still one's own, even an expired one, and keeps others from taking it until the transaction
 * ends. False once another process has taken it, even if it is free again.
 */
export async function renewLease(
  tx: Tx,
  clock: Clock,
  { name, holderId, leaseMs }: LeaseTerms,
): Promise<boolean> {
  const untilAt = momentSql(tx, clock, leaseMs)
  const renewed = await tx.$executeRaw`
    UPDATE "Lease" SET "untilAt" = ${untilAt} WHERE "name" = ${name} AND "holderId" = ${holderId}`
  return renewed > 0
}

/** Releases all leases of a process. */
export const releaseLeases = (db: Db, holderId: string) => db.lease.deleteMany({ where: { holderId } })

/** Name of the row in which a restore tells the next start when the backup was taken, and when it was restored. */
export const RESTORE_NOTE = 'restore'

/** Removes and returns the note of a restore; null if there is none, or another process has taken it. */
export async function takeRestoreNote(tx: Tx): Promise<{ takenAt: string; restoredAt: Date } | null> {
  const row = await tx.lease.findUnique({ where: { name: RESTORE_NOTE } })
  if (!row || (await tx.lease.deleteMany({ where: { name: RESTORE_NOTE } })).count === 0) return null
  return { takenAt: row.holderId, restoredAt: row.untilAt }
}

/** Writes a row of its own to prove that the database can be written. Rejects if it cannot. */
export const requireWritableDatabase = (db: Db, clock: Clock) =>
  db.$executeRaw`
    INSERT INTO "Lease" ("name", "holderId", "untilAt") VALUES ('health', 'health', ${clock.now()})
    ON CONFLICT ("name") DO UPDATE SET "untilAt" = excluded."untilAt"`
