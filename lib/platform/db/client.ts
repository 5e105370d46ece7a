import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { processSingleton } from '@/lib/platform/process'
import type { Db, Engine, Tx } from './db'
import { PrismaClient as PostgresClient } from './generated/postgres/client'
import { PrismaClient } from './generated/sqlite/client'
import { postgresAdapter } from './postgres/adapter'
import { ADAPTER_OPTIONS, sqliteAdapter } from './sqlite/adapter'
import { createReadThreads, type ReadThreadsOptions } from './sqlite/read-threads'
import { timedAdapter } from './timed-adapter'

/** The location of the data: a SQLite file or a PostgreSQL URL. */
export type DbLocation =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string }

/** Chooses the engine by DATABASE_URL. Without one it is the SQLite file in the data folder. */
export const resolveDbLocation = (settings: {
  DATABASE_URL?: string | undefined
  PURSER_DATA: string
}): DbLocation =>
  settings.DATABASE_URL
    ? { engine: 'postgres', url: settings.DATABASE_URL }
    : { engine: 'sqlite', file: join(settings.PURSER_DATA, 'purser.db') }

/** Otherwise Prisma captures the call stack of every statement, which takes a tenth of its time. */
const errorFormat = 'minimal'

/**
 * Opens the database, whose schema must be migrated. The caller disconnects it. `patienceMs` is how long a writer
 * waits while another process locks SQLite's file. `threads` sets the size of the file from which threads read it.
 */
export function openDb(location: DbLocation, patienceMs?: number, threads?: Partial<ReadThreadsOptions>): Db {
  if (location.engine === 'postgres')
    return openPostgres({ connectionString: location.url, max: 20, idleTimeoutMillis: IDLE_MS })
  const reading = createReadThreads(location.file, { adapter: ADAPTER_OPTIONS, ...threads })
  const adapter = sqliteAdapter(location.file, {
    threads: reading,
    ...(patienceMs !== undefined && { patienceMs }),
  })
  return registerEngine(new PrismaClient({ adapter: timedAdapter(adapter, 'sqlite'), errorFormat }), 'sqlite')
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
export function openSeparateDb(location: DbLocation): Db | null {
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
  const client = new PostgresClient({
    adapter: timedAdapter(postgresAdapter(options), 'postgres'),
    errorFormat,
  })
  // The generated clients differ only in type names, because they share the models.
  return registerEngine(client as unknown as Db, 'postgres')
}

/** The engine of each client, which the clients themselves do not expose. */
const engines = processSingleton('database-engines', () => new WeakMap<object, Engine>())

/** Records the engine of a client or transaction. */
export function registerEngine<T extends Db | Tx>(client: T, engine: Engine): T {
  engines.set(client, engine)
  return client
}

/** Returns the engine of a client, or of a transaction that `transaction` created. */
export function engineOf(client: Db | Tx): Engine {
  const engine = engines.get(client)
  if (!engine) throw new Error('This client was not opened by openDb or transaction.')
  return engine
}
