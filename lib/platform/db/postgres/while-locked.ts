import pg from 'pg'
import type { DbLocation } from '../client'

/**
 * Runs work while no other process that uses the same lock does. The lock lasts as long as the work and ends with the
 * connection, so a process that dies leaves none behind. On SQLite, only one process uses the database.
 */
export async function whileLocked<T>(location: DbLocation, name: string, work: () => Promise<T>): Promise<T> {
  if (location.engine === 'sqlite') return work()
  const client = new pg.Client({ connectionString: location.url, keepAlive: true })
  // The current query reports the error, if there is one. The work itself uses other connections.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // In a transaction, so that the lock also holds through a connection pooler.
    await client.query('BEGIN')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    return await work()
  } finally {
    await client.end()
  }
}
