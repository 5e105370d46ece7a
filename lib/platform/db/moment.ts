import type { Clock } from '@/lib/kernel'
import { engineOf } from './client'
import type { Db, Tx } from './db'
import type { Prisma } from './generated/sqlite/client'
import { sql } from './sql'

/**
 * Returns the present, or a moment `offsetMs` from it, for SQL. On PostgreSQL it is the database's own clock, because
 * the clocks of machines that share a database differ. On SQLite it is this machine's.
 */
export const momentSql = (db: Db | Tx, clock: Clock, offsetMs = 0): Prisma.Sql =>
  engineOf(db) === 'sqlite'
    ? sql`${new Date(clock.now().getTime() + offsetMs)}`
    : sql`(timezone('UTC', clock_timestamp()) + CAST(${offsetMs} AS INTEGER) * interval '1 millisecond')`

/**
 * Returns the present by the same clock, or by this machine's if that is earlier, so that what is over by the result
 * is over by both.
 */
export async function readPresent(db: Db | Tx, clock: Clock): Promise<Date> {
  const own = clock.now()
  if (engineOf(db) === 'sqlite') return own
  const [row] = await db.$queryRaw<{ ms: number }[]>`
    SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS DOUBLE PRECISION) AS "ms"`
  return new Date(Math.min(row?.ms ?? Number.POSITIVE_INFINITY, own.getTime()))
}

/** A moment as raw statements return it. Engines differ, and so do simple and compound statements. */
export type StoredMoment = Date | number | bigint

/** Reads a moment from a raw statement's row. */
export const parseMoment = (at: StoredMoment): Date => (at instanceof Date ? at : new Date(Number(at)))
