import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils'
import pg, { type PoolConfig } from 'pg'
import { TransactionEndedError } from '../storage-trouble'

/**
 * Silence in milliseconds after which a process counts as stopped. Between two statements of a transaction, Purser
 * waits for nothing.
 */
const SILENT_MS = 3000

/**
 * Makes the server end a transaction whose process is silent: one that is stopped, or whose machine is gone, which a
 * server notices only after hours. Until then its locks would hold up all other instances. Also turns off compilation,
 * which takes about 100 ms for statements that need a tenth of it.
 *
 * The others hold whatever the database's defaults are: with a stricter isolation, a transaction that waits for a row fails, and
 * Prisma reads no other style of dates.
 */
export const SETTINGS = `
  SET idle_in_transaction_session_timeout = ${SILENT_MS}; SET jit = off;
  SET default_transaction_isolation = 'read committed'; SET datestyle = 'ISO'`

/** Creates the PostgreSQL adapter as Purser uses it. */
export function postgresAdapter(options: PoolConfig): SqlDriverAdapterFactory {
  const pool = new pg.Pool({
    ...options,
    onConnect: async (client) => {
      await client.query(SETTINGS)
    },
  })
  // The connection's user gets the error from its statements. Without a listener, one that ends at the moment it is
  // made would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const inner = new PrismaPg(pool, { disposeExternalPool: true })
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    connect: async () => connection(await inner.connect()),
  }
}

const connection = (open: SqlDriverAdapter): SqlDriverAdapter => ({
  provider: open.provider,
  adapterName: open.adapterName,
  queryRaw: (query) => open.queryRaw(query),
  executeRaw: (query) => open.executeRaw(query),
  executeScript: (script) => open.executeScript(script),
  startTransaction: async (isolation) => honest(await open.startTransaction(isolation)),
  ...(open.getConnectionInfo && { getConnectionInfo: open.getConnectionInfo.bind(open) }),
  dispose: () => open.dispose(),
})

/**
 * Wraps a transaction so that it cannot be taken for written if one of its statements failed: PostgreSQL then rolls
 * back, and answers COMMIT without an error. Once it has ended, it refuses statements: Prisma's timer may end it
 * between two statements of one model's query, and the connection then belongs to somebody else.
 */
function honest(begun: Transaction): Transaction {
  let [hasFailed, isOpen] = [false, true]
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isOpen) throw new TransactionEndedError()
    try {
      return await work()
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  return {
    provider: begun.provider,
    adapterName: begun.adapterName,
    options: begun.options,
    queryRaw: (query) => within(() => begun.queryRaw(query)),
    async executeRaw(query) {
      const done = within(() => begun.executeRaw(query))
      if (query.sql === 'COMMIT' || query.sql === 'ROLLBACK') isOpen = false
      const count = await done
      if (query.sql === 'COMMIT' && hasFailed)
        throw new Error('A statement of this transaction failed, so nothing of it was kept.')
      return count
    },
    commit: () => begun.commit(),
    rollback: () => begun.rollback(),
  }
}
