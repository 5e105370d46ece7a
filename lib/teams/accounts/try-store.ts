import type { Db } from '@/lib/platform/db'

/** The only file that names TryCount. */

export interface TryRow {
  readonly kind: string
  /** A keyed hash, so that the table reveals nobody's address. */
  readonly subject: string
}

interface CountedTry {
  readonly count: number
  readonly endsAtMs: number
}

/**
 * Counts one more try in one statement, so that of several simultaneous ones, on several instances, each gets its own
 * count. A window that is over, or that ends later than possible (a clock was fast), restarts with one.
 */
export async function addTry(
  db: Db,
  { kind, subject }: TryRow,
  nowMs: number,
  windowMs: number,
): Promise<CountedTry> {
  const [now, end] = [BigInt(nowMs), BigInt(nowMs + windowMs)]
  const rows = await db.$queryRaw<{ count: number | bigint; endsAtMs: number | bigint }[]>`
    INSERT INTO "TryCount" ("kind", "subject", "endsAtMs", "count") VALUES (${kind}, ${subject}, ${end}, 1)
    ON CONFLICT ("kind", "subject") DO UPDATE SET
      "count" = CASE WHEN "TryCount"."endsAtMs" > ${now} AND "TryCount"."endsAtMs" <= ${end}
        THEN "TryCount"."count" + 1 ELSE 1 END,
      "endsAtMs" = CASE WHEN "TryCount"."endsAtMs" > ${now} AND "TryCount"."endsAtMs" <= ${end}
        THEN "TryCount"."endsAtMs" ELSE ${end} END
    RETURNING "count", "endsAtMs"`
  const [row] = rows
  if (!row) throw new Error('A try was not counted')
  return { count: Number(row.count), endsAtMs: Number(row.endsAtMs) }
}

export const takeTryBack = (db: Db, { kind, subject }: TryRow) =>
  db.$executeRaw`
    UPDATE "TryCount" SET "count" = "count" - 1
    WHERE "kind" = ${kind} AND "subject" = ${subject} AND "count" > 0`

export const deleteTries = (db: Db, row: TryRow) => db.tryCount.deleteMany({ where: { ...row } })

/** Deletes at most `most` rows whose window is over. Returns their number. */
export const deleteOldTries = (db: Db, nowMs: number, most: number): Promise<number> =>
  db.$executeRaw`
    DELETE FROM "TryCount" WHERE ("kind", "subject") IN (
      SELECT "kind", "subject" FROM "TryCount" WHERE "endsAtMs" <= ${BigInt(nowMs)} LIMIT ${most})`
