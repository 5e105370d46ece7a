import { type Db, type DbLocation, openDb } from '@/lib/platform/db'
import type { TestDb } from './databases'

/** A PostgreSQL database whose clock a test moves, so that an hour for Purser takes no time. */
export interface MovedDb extends TestDb {
  advance(ms: number): Promise<void>
}

/** Shadows PostgreSQL's `clock_timestamp` for all later connections. Closing it also closes `opened`. */
export async function moveClockOf(opened: TestDb): Promise<MovedDb> {
  for (const statement of STATEMENTS) await opened.db.$executeRawUnsafe(statement)
  const location = withSearchPath(opened.location)
  const db: Db = openDb(location)
  return {
    db,
    location,
    async advance(ms) {
      await db.$executeRaw`UPDATE moved.ahead SET ms = ms + ${ms}::integer`
    },
    async close() {
      await db.$disconnect()
      await opened.close()
    },
  }
}

const STATEMENTS = [
  'CREATE SCHEMA moved',
  'CREATE TABLE moved.ahead AS SELECT 0 AS ms',
  `CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    $$ SELECT pg_catalog.clock_timestamp() + ms * interval '1 millisecond' FROM moved.ahead $$`,
]

function withSearchPath(location: DbLocation): DbLocation {
  if (location.engine === 'sqlite') throw new Error('PostgreSQL it must be')
  const url = new URL(location.url)
  url.searchParams.set('options', '-c search_path=moved,pg_catalog,public')
  return { engine: 'postgres', url: url.href }
}
