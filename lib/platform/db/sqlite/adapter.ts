import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3'
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlResultSet,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { TransactionEndedError } from '../storage-trouble'
import { BUSY_TIMEOUT_MS, isBusy, retryWhileBusy } from './busy'
import { createLogFlush, logFilePath } from './log-flush'
import { isRead, isRefusedWrite, type ReadThreads } from './read-threads'

/** Options of the stock adapter. */
export const ADAPTER_OPTIONS = { timestampFormat: 'unixepoch-ms' } as const

/** Opens SQLite without its own wait for another process's lock, which would block the event loop. See `retryWhileBusy`. */
export const createPlainSqliteAdapter = (file: string) =>
  new PrismaBetterSqlite3({ url: `file:${file}`, timeout: 0 }, ADAPTER_OPTIONS)

// FULL, because a settled page must survive a power cut. With a log, the adapter waits for the disk itself.
const DURABLE = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']
/**
 * A page writes all over the indexes, so 64 MB of them are cached. Without that, a large ledger reads them from the
 * system each time.
 */
const CACHED = 'cache_size = -65536'

const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] })

/** Settings of a database: how long to wait while another process locks the file, and threads for read statements. */
interface SqliteOptions {
  readonly patienceMs?: number
  /** Without them, all statements run on the event loop. */
  readonly threads?: ReadThreads
}

/** Opens one durable connection without turns, for one user that writes alone. */
export async function openDurable(file: string, patienceMs = BUSY_TIMEOUT_MS): Promise<SqlDriverAdapter> {
  const connection = await createPlainSqliteAdapter(file).connect()
  for (const pragma of [...DURABLE, CACHED]) await setPragma(connection, pragma, patienceMs)
  return connection
}

const setPragma = (connection: SqlDriverAdapter, pragma: string, patienceMs: number): Promise<SqlResultSet> =>
  retryWhileBusy(() => connection.queryRaw(statement(`PRAGMA ${pragma}`)), patienceMs)

/**
 * Creates the SQLite adapter as Purser uses it: one connection for writers, who take turns, and one for reads, which
 * wait for nobody. With the stock adapter a plain query joins any open transaction, and its write is lost when that
 * rolls back. Transactions begin IMMEDIATE: they wait for another process's writer instead of failing half-way.
 */
export function sqliteAdapter(file: string, options: SqliteOptions = {}): SqlDriverAdapterFactory {
  const { provider, adapterName } = createPlainSqliteAdapter(file)
  return {
    provider,
    adapterName,
    async connect() {
      const { patienceMs = BUSY_TIMEOUT_MS } = options
      const writer = await openDurable(file, patienceMs)
      const reader = await createPlainSqliteAdapter(file).connect()
      for (const pragma of [CACHED, 'query_only = ON']) await setPragma(reader, pragma, patienceMs)
      const hasLog = (await setPragma(writer, 'journal_mode', patienceMs)).rows[0]?.[0] === 'wal'
      // SQLite would wait for the disk on the event loop. `createLogFlush` does so instead, before any caller gets its
      // result.
      if (hasLog) await setPragma(writer, 'synchronous = NORMAL', patienceMs)
      return serialConnection(writer, reader, { file, hasLog, patienceMs, threads: options.threads })
    },
  }
}

interface Serial {
  readonly file: string
  readonly hasLog: boolean
  readonly patienceMs: number
  readonly threads: ReadThreads | undefined
}

function serialConnection(
  writer: SqlDriverAdapter,
  reader: SqlDriverAdapter,
  { file, hasLog, patienceMs, threads }: Serial,
): SqlDriverAdapter {
  const breathe = createBreath()
  const take = createLock()
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const free = await take()
    try {
      await breathe()
      return await retryWhileBusy(work, patienceMs)
    } finally {
      free()
    }
  }
  const copyLog = async (): Promise<void> => {
    const { rows } = await inTurn(() => writer.queryRaw(statement('PRAGMA wal_checkpoint(TRUNCATE)')))
    if (rows[0]?.[0] !== 0) throw new Error('Somebody reads from it.')
  }
  const disk = hasLog ? createLogFlush(logFilePath(file), copyLog) : null
  /** Resolves once a commit is on the disk. Others continue in the meantime. */
  const noteCommit = async (): Promise<void> => {
    await disk?.flush()
    threads?.noteCommit()
  }
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await inTurn(work)
    await noteCommit()
    return result
  }
  const read = async (query: SqlQuery): Promise<SqlResultSet> => {
    const inThread = await threads?.read(query)?.catch((error: unknown) => {
      // Another process locks the file.
      if (!isBusy(error)) throw error
      return null
    })
    if (inThread) return inThread
    await breathe()
    return retryWhileBusy(() => reader.queryRaw(query), patienceMs)
  }
  threads?.onAutoCheckpoint(async (pages) => {
    await inTurn(() => writer.queryRaw(statement(`PRAGMA wal_autocheckpoint = ${pages}`)))
  })
  return {
    provider: writer.provider,
    adapterName: writer.adapterName,
    async queryRaw(query) {
      if (isRead(query))
        try {
          return await read(query)
        } catch (error) {
          if (!isRefusedWrite(error)) throw error
        }
      return write(() => writer.queryRaw(query))
    },
    executeRaw: (query) => write(() => writer.executeRaw(query)),
    async executeScript(script) {
      const free = await take()
      try {
        // Never retried, because the first of several statements may already be done.
        await writer.executeScript(script)
      } finally {
        free()
      }
      await noteCommit()
    },
    async dispose() {
      await threads?.close()
      await inTurn(async () => {
        await reader.dispose()
        await writer.dispose()
      })
      await disk?.close()
    },
    async startTransaction() {
      const free = await take()
      try {
        await breathe()
        await retryWhileBusy(() => writer.executeRaw(statement('BEGIN IMMEDIATE')), patienceMs)
      } catch (error) {
        free()
        throw error
      }
      return openTransaction(writer, { free, breathe, noteCommit })
    },
  }
}

interface OpenTransaction {
  /** Lets the next writer begin. */
  free(): void
  breathe(): Promise<void>
  noteCommit(): Promise<void>
}

function openTransaction(
  writer: SqlDriverAdapter,
  { free, breathe, noteCommit }: OpenTransaction,
): Transaction {
  let isOpen = true
  const run = async (sql: string): Promise<void> => {
    await writer.executeRaw(statement(sql))
  }
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    // Prisma's timer, which ends a transaction that takes too long, may fire while a statement pauses for others.
    await breathe()
    if (!isOpen) throw new TransactionEndedError()
    return work()
  }
  const rollback = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    // After some errors SQLite has already rolled back. There is then nothing to undo.
    await run('ROLLBACK').catch(() => undefined)
    free()
  }
  return {
    provider: writer.provider,
    adapterName: writer.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: (query) => within(() => writer.queryRaw(query)),
    executeRaw: (query) => within(() => writer.executeRaw(query)),
    async commit() {
      if (!isOpen) throw new TransactionEndedError()
      try {
        // Another process's lock cannot refuse it, since a commit needs none in WAL.
        await run('COMMIT')
      } catch (error) {
        // A failed commit leaves the transaction open on the shared connection.
        await rollback()
        throw error
      }
      isOpen = false
      free()
      await noteCommit()
    },
    rollback,
    createSavepoint: (name) => run(`SAVEPOINT ${name}`),
    rollbackToSavepoint: (name) => run(`ROLLBACK TO ${name}`),
    releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
  }
}

/**
 * Maximum time without yielding. better-sqlite3 is synchronous, and Prisma hardly leaves the microtask queue around
 * it, so nothing else would get a turn.
 */
const MAX_TURN_MS = 3

/** Returns a function that gives timers and requests a turn if they had none for a while. */
function createBreath(): () => Promise<void> {
  let turnBegan = performance.now()
  return async () => {
    if (performance.now() - turnBegan <= MAX_TURN_MS) return
    await new Promise<void>((proceed) => setImmediate(proceed))
    turnBegan = performance.now()
  }
}

/** Creates a first-come lock. The function that it resolves to releases it. */
function createLock(): () => Promise<() => void> {
  let tail: Promise<void> = Promise.resolve()
  return async () => {
    let free: () => void = () => undefined
    const before = tail
    tail = new Promise<void>((proceed) => {
      free = proceed
    })
    await before
    return free
  }
}
