import type { Clock } from '@/lib/kernel'
import { engineOf } from './client'
import type { Db, Tx } from './db'
import type { Prisma } from './generated/sqlite/client'
import { sql } from './transaction'

/**
 * The present, or so many milliseconds from it, for SQL. Where several machines share a database their clocks differ, so
 * on PostgreSQL it is the database's own clock. On SQLite it is this machine's.
 */
export const momentSql = (db: Db | Tx, clock: Clock, offsetMs = 0): Prisma.Sql =>
  engineOf(db) === 'sqlite'
    ? sql`${new Date(clock.now().getTime() + offsetMs)}`
    : sql`(timezone('UTC', clock_timestamp()) + CAST(${offsetMs} AS INTEGER) * interval '1 millisecond')`

/** The present by the same clock, or by this machine's if that is earlier: what is over by both of them is over. */
export async function presentOf(db: Db | Tx, clock: Clock): Promise<Date> {
  const own = clock.now()
  if (engineOf(db) === 'sqlite') return own
  const [row] = await db.$queryRaw<{ ms: number }[]>`
    SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS DOUBLE PRECISION) AS "ms"`
  return new Date(Math.min(row?.ms ?? Number.POSITIVE_INFINITY, own.getTime()))
}

/** A moment as raw statements return it: the engines, and simple and compound statements, differ. */
export type StoredMoment = Date | number | bigint

/** A moment of a raw statement's row. */
export const momentOf = (at: StoredMoment): Date => (at instanceof Date ? at : new Date(Number(at)))
