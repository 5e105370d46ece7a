import type { Clock } from '@/lib/kernel'
import { type Db, engineOf, type Tx } from './client'
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
