import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlResultSet,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { TransactionOver } from './begun-transactions'
import { keepStatements } from './kept-statements'
import { createLogFlush, logFileOf } from './log-flush'
import { isRead, isRefusedWrite, type ReadThreads } from './read-threads'
import { isBusy, whileBusy } from './sqlite-busy'
import { createBreath, createLock, holding, orFree } from './turns'

const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] })

/** Settings of a connection: what to run when it opens, and how long to wait while another process locks the file. */
interface SqliteOptions {
  readonly file: string
  readonly pragmas: readonly string[]
  readonly patienceMs: number
  /** Threads for read statements. Without them, all statements run on the event loop. */
  readonly threads?: ReadThreads
}

/**
 * Wraps a SQLite driver adapter so that one caller at a time uses its only connection. With the stock adapter a plain
 * query joins any open transaction, and its write is lost when that rolls back. Transactions begin IMMEDIATE: they wait
 * for another process's writer instead of failing half-way. They wait without blocking the event loop, so the inner
 * adapter's own timeout must be 0.
 */
export function serialSqlite(
  inner: SqlDriverAdapterFactory,
  options: SqliteOptions,
): SqlDriverAdapterFactory {
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    async connect() {
      const connection = keepStatements(await inner.connect())
      const run = (pragma: string) =>
        whileBusy(() => connection.queryRaw(statement(`PRAGMA ${pragma}`)), options.patienceMs)
      for (const pragma of options.pragmas) await run(pragma)
      const hasLog = (await run('journal_mode')).rows[0]?.[0] === 'wal'
      // SQLite would wait for the disk on the event loop. `createLogFlush` does so instead, before any caller gets its
      // result.
      if (hasLog) await run('synchronous = NORMAL')
      return serialConnection(connection, options, hasLog)
    },
  }
}

/**
 * Serialises a connection with two locks: a writer takes its turn first, then queues for the connection. A writer that
 * waits for another process releases the connection, so that reads continue in the meantime.
 */
function serialConnection(
  connection: SqlDriverAdapter,
  { file, patienceMs, threads }: SqliteOptions,
  hasLog: boolean,
): SqlDriverAdapter {
  const breathe = createBreath()
  const turn = createLock()
  const line = createLock()
  const use = async (): Promise<() => void> => {
    const free = await line.take()
    await breathe()
    return free
  }
  const alone = <T>(work: () => Promise<T>): Promise<T> => holding(use, work)
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => holding(turn.take, work)
  const lone = <T>(work: () => Promise<T>): Promise<T> =>
    alone(work).catch((error: unknown) => {
      if (!isBusy(error)) throw error
      return inTurn(() => whileBusy(() => alone(work), patienceMs))
    })
  const copyLog = async (): Promise<void> => {
    const { rows } = await alone(() => connection.queryRaw(statement('PRAGMA wal_checkpoint(TRUNCATE)')))
    if (rows[0]?.[0] !== 0) throw new Error('Somebody reads from it.')
  }
  const disk = hasLog ? createLogFlush(logFileOf(file), copyLog) : null
  const writing = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await lone(work)
    await disk?.flush()
    threads?.noteCommit()
    return result
  }
  const ask = async (query: SqlQuery): Promise<SqlResultSet> => {
    const here = () => connection.queryRaw(query)
    if (!isRead(query)) return writing(here)
    try {
      const result = await threads?.read(query, line.isFree())
      if (result) return result
    } catch (error) {
      if (isRefusedWrite(error)) return writing(here)
      if (!isBusy(error)) throw error
    }
    return lone(here)
  }
  threads?.onAutoCheckpoint(async (pages) => {
    await alone(() => connection.queryRaw(statement(`PRAGMA wal_autocheckpoint = ${pages}`)))
  })
  const begin = async (): Promise<() => void> => {
    const free = await use()
    return orFree(free, async () => {
      await connection.executeRaw(statement('BEGIN IMMEDIATE'))
      return free
    })
  }
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    queryRaw: ask,
    executeRaw: (query) => writing(() => connection.executeRaw(query)),
    // Never retried, because the first of several statements may already be done.
    executeScript: async (script) => {
      await alone(() => connection.executeScript(script))
      await disk?.flush()
    },
    async dispose() {
      await threads?.close()
      await inTurn(() => alone(() => connection.dispose()))
      await disk?.close()
    },
    async startTransaction() {
      const passTurn = await turn.take()
      const free = await orFree(passTurn, () => whileBusy(begin, patienceMs))
      const end = () => {
        free()
        passTurn()
      }
      const noteCommit = async () => {
        await disk?.flush()
        threads?.noteCommit()
      }
      return openTransaction(connection, { end, breathe, noteCommit })
    },
  }
}

interface OpenTransaction {
  /** Lets the next transaction begin. */
  end(): void
  breathe(): Promise<void>
  /** Resolves once the commit is on the disk. Others continue in the meantime. */
  noteCommit(): Promise<void>
}

function openTransaction(
  connection: SqlDriverAdapter,
  { end: free, breathe, noteCommit }: OpenTransaction,
): Transaction {
  let open = true
  const end = async (work: () => Promise<void>): Promise<boolean> => {
    if (!open) return false
    open = false
    try {
      await work()
      return true
    } finally {
      free()
    }
  }
  const run = async (sql: string): Promise<void> => {
    await connection.executeRaw(statement(sql))
  }
  // Prisma's timer, which ends a transaction that takes too long, fires while a statement pauses for others. The
  // connection then belongs to somebody else: the statement would be committed on its own, or within another
  // transaction.
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    await breathe()
    if (!open) throw new TransactionOver()
    return work()
  }
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: (query) => within(() => connection.queryRaw(query)),
    executeRaw: (query) => within(() => connection.executeRaw(query)),
    async commit() {
      const isCommitted = await end(async () => {
        try {
          await run('COMMIT')
        } catch (error) {
          // Another process's lock cannot be the cause, since a commit needs none in WAL. A failed commit leaves the
          // transaction open on the shared connection.
          await run('ROLLBACK').catch(() => undefined)
          throw error
        }
      })
      if (isCommitted) await noteCommit()
    },
    // After some errors SQLite has already rolled back. There is then nothing to undo.
    async rollback() {
      await end(() => run('ROLLBACK').catch(() => undefined))
    },
    createSavepoint: (name) => run(`SAVEPOINT ${name}`),
    rollbackToSavepoint: (name) => run(`ROLLBACK TO ${name}`),
    releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
  }
}
