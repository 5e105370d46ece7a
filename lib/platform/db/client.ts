import { join } from 'node:path'
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { ClientBase, PoolConfig } from 'pg'
import { processWide } from '@/lib/platform/process'
import { beginAhead } from './begin-ahead'
import { shareAdapter } from './begun-transactions'
import type { Db, Engine, Tx } from './db'
import { PrismaClient as PostgresClient } from './generated/postgres/client'
import { PrismaClient } from './generated/sqlite/client'
import { withOwnTransactions } from './own-transactions'
import { createReadThreads, type ReadThreads, type ReadThreadsOptions } from './read-threads'
import { renewStatements } from './renew-statements'
import { serialSqlite } from './serial-sqlite'
import { PATIENCE_MS } from './sqlite-busy'
import { createStatementNames, isPooled, planForShort } from './statement-names'
import { timedAdapter } from './timed-adapter'

/** The location of the data: a SQLite file or a PostgreSQL URL. */
export type DbLocation =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string }

/** Chooses the engine by DATABASE_URL. Without one it is the SQLite file in the data folder. */
export const dbLocation = (settings: {
  DATABASE_URL?: string | undefined
  PURSER_DATA: string
}): DbLocation =>
  settings.DATABASE_URL
    ? { engine: 'postgres', url: settings.DATABASE_URL }
    : { engine: 'sqlite', file: join(settings.PURSER_DATA, 'purser.db') }

// FULL, because a settled page must survive a power cut. With a log, `serialSqlite` waits for the disk itself. A page
// writes all over the indexes, so 64 MB of them are cached; without that, a large ledger reads them from the system
// each time.
const PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON', 'cache_size = -65536']

/** Opens SQLite without its own wait for another process's lock, which would block the event loop. See `whileBusy`. */
export const plainSqlite = (file: string) =>
  new PrismaBetterSqlite3({ url: `file:${file}`, timeout: 0 }, ADAPTER)

const ADAPTER = { timestampFormat: 'unixepoch-ms' } as const

/** Creates the SQLite adapter as Purser uses it, serialised and durable. The migrations use it, too. */
export const sqliteAdapter = (file: string, patienceMs = PATIENCE_MS, threads?: ReadThreads) =>
  serialSqlite(plainSqlite(file), { file, pragmas: PRAGMAS, patienceMs, ...(threads && { threads }) })

/**
 * Opens the database, whose schema must be migrated. The caller disconnects it. `patienceMs` is how long a writer
 * waits while another process locks SQLite's file. `threads` sets the size of the file from which threads read it.
 */
export function openDb(
  location: DbLocation,
  patienceMs = PATIENCE_MS,
  threads?: Partial<ReadThreadsOptions>,
): Db {
  if (location.engine === 'sqlite') {
    const reading = createReadThreads(location.file, { adapter: ADAPTER, ...threads })
    const adapter = shareAdapter(timedAdapter(sqliteAdapter(location.file, patienceMs, reading), 'sqlite'))
    const client = new PrismaClient({ adapter: adapter.factory })
    return noteEngine(withOwnTransactions(client, adapter, 'sqlite'), 'sqlite')
  }
  return openPostgres({
    connectionString: location.url,
    max: 20,
    idleTimeoutMillis: IDLE_MS,
    // Statements that are requested together are sent together.
    pipeline: true,
  })
}

/**
 * Kept long, because a new connection is slow at first: the server has read none of its tables' descriptions for it.
 */
const IDLE_MS = 300_000

/** Number of connections. With two, a short statement that must wait does not hold up the other. */
const CONNECTIONS_APART = 2
const MAX_APART_MS = 5000

/**
 * Opens PostgreSQL a second time, for short statements that must not wait behind the app's. Throws if a statement, or
 * reaching the server, takes more than five seconds. Null on SQLite, which has one connection. The caller disconnects
 * it.
 */
export function openApart(location: DbLocation): Db | null {
  if (location.engine === 'sqlite') return null
  return openPostgres({
    connectionString: location.url,
    max: CONNECTIONS_APART,
    idleTimeoutMillis: 0,
    keepAlive: true,
    connectionTimeoutMillis: MAX_APART_MS,
    query_timeout: MAX_APART_MS,
  })
}

function openPostgres(options: PoolConfig): Db {
  const names = createStatementNames()
  const onConnect = async (client: ClientBase) => {
    await endWhenSilent(client)
    await planForShort(client)
    if (await isPooled(client)) names.stop()
    beginAhead(client)
  }
  const prisma = new PrismaPg({ ...options, onConnect }, { statementNameGenerator: names.of })
  const adapter = shareAdapter(timedAdapter(renewStatements(hearConnections(prisma), names), 'postgres'))
  // The generated clients differ only in type names, because they share the models.
  const client = new PostgresClient({ adapter: adapter.factory }) as unknown as Db
  return noteEngine(withOwnTransactions(client, adapter, 'postgres'), 'postgres')
}

/** The engine of each client, which the clients themselves do not expose. */
const engines = processWide('database-engines', () => new WeakMap<object, Engine>())

/** Records the engine of a client or transaction. */
export function noteEngine<T extends Db | Tx>(client: T, engine: Engine): T {
  engines.set(client, engine)
  return client
}

/** Returns the engine of a client, or of a transaction that `transaction` created. */
export function engineOf(client: Db | Tx): Engine {
  const engine = engines.get(client)
  if (!engine) throw new Error('This client was not opened by openDb or transaction.')
  return engine
}

/**
 * Wraps an adapter so that each of its connections has an error listener. A transaction gets a new connection through
 * a promise. A connection that ended at that very moment would have no listener, and that would end the process.
 */
const hearConnections = (inner: PrismaPg): SqlDriverAdapterFactory => ({
  provider: inner.provider,
  adapterName: inner.adapterName,
  async connect() {
    const open = await inner.connect()
    // The connection's user gets the error from its statements.
    open.underlyingDriver().on('connect', (client) => client.on('error', () => undefined))
    return open
  },
})

/**
 * Silence after which a process counts as stopped. Between two statements of a transaction, Purser waits for nothing.
 */
const SILENT_MS = 3000

/**
 * Makes the server end a transaction of this connection whose process is silent: one that is stopped, or whose machine
 * is gone, which a server notices only after hours. Until then its locks would hold up all other instances. The
 * connection ends with the transaction. If the process continues after all, it gets an error and the transaction is
 * retried.
 */
const endWhenSilent = async (client: ClientBase): Promise<void> => {
  await client.query(`SET idle_in_transaction_session_timeout = ${SILENT_MS}`)
}
