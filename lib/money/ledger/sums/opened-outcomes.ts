import type { Nano } from '@/lib/kernel'
import { sql, type Tx } from '@/lib/platform/db'
import { ATTEMPTS } from '../core/attempt-store'
import { ENTRIES } from '../core/entry-store'
import { RESOLUTIONS } from '../core/resolution-store'
import type { Sql } from '../core/rollup-store'

/** An attempt that may still be charged, and the amount held for it; null if no price was known. */
export interface PendingAttempt {
  readonly attemptId: string
  readonly reservedItems: number
  readonly reservedNano: Nano | null
}

/** The results of some attempts. */
interface Outcomes {
  readonly items: number
  readonly chargeNano: Nano
  readonly pending: PendingAttempt[]
}

type Sums = Record<'items' | 'chargeNano', bigint | number>

/** A pending attempt as raw statements return it. */
export interface PendingRow {
  readonly id: string
  readonly reservedItems: bigint | number
  readonly reservedNano: bigint | number | null
}

export const pendingOf = ({ id, reservedItems, reservedNano }: PendingRow): PendingAttempt => ({
  attemptId: id,
  reservedItems: Number(reservedItems),
  reservedNano: reservedNano === null ? null : BigInt(reservedNano),
})

/**
 * Returns the results of the attempts that a condition on `a` selects. They are read one by one, so they must be few.
 */
export async function selectOutcomes(tx: Tx, which: Sql): Promise<Outcomes> {
  // No condition on the state: SQLite would use its index and read every call that was ever lost.
  const these = sql`FROM ${ATTEMPTS} LEFT JOIN ${ENTRIES} ON e."attemptId" = a."id"
    LEFT JOIN ${RESOLUTIONS} ON s."attemptId" = a."id" WHERE ${which}`
  const sum = (column: Sql) => sql`CAST(COALESCE(SUM(CASE WHEN e."outcome" = 'SETTLED' THEN e.${column}
    WHEN s."finding" = 'charged' THEN s.${column} END), 0) AS BIGINT)`
  const [sums] = await tx.$queryRaw<Sums[]>`
    SELECT ${sum(sql`"items"`)} AS "items", ${sum(sql`"chargeNano"`)} AS "chargeNano" ${these}`
  const rows = await tx.$queryRaw<PendingRow[]>`
    SELECT a."id", a."reservedItems", a."reservedNano" ${these}
      AND (e."outcome" IS NULL OR e."outcome" = 'UNKNOWN') AND s."id" IS NULL`
  return {
    items: Number(sums?.items ?? 0),
    chargeNano: BigInt(sums?.chargeNano ?? 0),
    pending: rows.map(pendingOf),
  }
}
