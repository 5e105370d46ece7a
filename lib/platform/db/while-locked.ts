import pg from 'pg'
import type { DbLocation } from './client'

/**
 * Does something while no other process that asks for the same lock does. It lasts as long as the work, and ends with the
 * connection: a process that dies leaves no lock behind. On SQLite one process alone uses the database.
 */
export async function whileLocked<T>(location: DbLocation, name: string, work: () => Promise<T>): Promise<T> {
  if (location.engine === 'sqlite') return work()
  const client = new pg.Client({ connectionString: location.url, keepAlive: true })
  // The query under way reports it, if there is one; the work itself uses other connections.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // In a transaction, so that it holds through a pooler of connections too.
    await client.query('BEGIN')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    return await work()
  } finally {
    await client.end()
  }
}
