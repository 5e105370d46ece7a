import pg from 'pg'
import { type DbLocation, engineOf } from './client'
import type { Tx } from './db'

/**
 * Waits for a lock and holds it until the transaction ends. Several transactions may hold it `shared`; an `exclusive`
 * holder is alone. On SQLite every transaction is alone already.
 */
export async function acquireLock(tx: Tx, name: string, mode: 'shared' | 'exclusive'): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  // Functions without a result go into FROM, because the client cannot read a column without a type.
  await (mode === 'shared'
    ? tx.$queryRaw`SELECT 1 AS "held" FROM pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`
    : tx.$queryRaw`SELECT 1 AS "held" FROM pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

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
