import pg from 'pg'
import type { DbLocation } from './client'

/** A few connections of their own for short statements that cannot wait behind the app's. */
export interface DirectSql {
  /** Runs one statement; throws where it fails or is not answered within a second. */
  query(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

const LONGEST_MS = 1000
const CONNECTIONS = 4

/** Opens PostgreSQL without Prisma, which costs half the CPU; null on SQLite. Connects at first use. */
export function openDirect(location: DbLocation): DirectSql | null {
  if (location.engine === 'sqlite') return null
  const pool = new pg.Pool({
    connectionString: location.url,
    max: CONNECTIONS,
    idleTimeoutMillis: 0,
    keepAlive: true,
    connectionTimeoutMillis: LONGEST_MS,
    query_timeout: LONGEST_MS,
  })
  // A connection that breaks while idle is replaced at the next use, where a failure is told.
  pool.on('error', () => undefined)
  return {
    query: async (text, values) => (await pool.query<Record<string, unknown>>(text, [...values])).rows,
    close: () => pool.end(),
  }
}
