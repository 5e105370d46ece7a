import { engineOf } from './client'
import type { Tx } from './db'

/**
 * Waits for a lock and holds it until the transaction ends. Several transactions may hold it `shared`; an `exclusive`
 * holder is alone. On SQLite every transaction is alone already.
 */
export async function lock(tx: Tx, name: string, mode: 'shared' | 'exclusive'): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  // Functions without a result go into FROM, because the client cannot read a column without a type.
  await (mode === 'shared'
    ? tx.$queryRaw`SELECT 1 AS "held" FROM pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`
    : tx.$queryRaw`SELECT 1 AS "held" FROM pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
