import pg from 'pg'
import type { DbLocation } from '../client'
import { SETTINGS } from './adapter'

/** A few separate connections for short statements that must not wait behind the app's. */
export interface DirectSql {
  /** Runs one statement. Throws if it fails or takes more than a second. */
  query(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

const MAX_MS = 1000
const CONNECTIONS = 4

/** Opens PostgreSQL without Prisma, which halves the processor time. Null on SQLite. Connects at first use. */
export function openDirect(location: DbLocation): DirectSql | null {
  if (location.engine === 'sqlite') return null
  const pool = new pg.Pool({
    connectionString: location.url,
    max: CONNECTIONS,
    idleTimeoutMillis: 0,
    keepAlive: true,
    connectionTimeoutMillis: MAX_MS,
    query_timeout: MAX_MS,
    onConnect: async (client) => {
      await client.query(SETTINGS)
    },
  })
  // A connection that breaks while idle is replaced at the next use, which reports a failure.
  pool.on('error', () => undefined)
  return {
    query: async (text, values) => (await pool.query<Record<string, unknown>>(text, [...values])).rows,
    close: () => pool.end(),
  }
}
