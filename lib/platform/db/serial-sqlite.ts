import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlResultSet,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { isRead, isRefusedWrite, type ReadThreads } from './read-threads'
import { isBusy, whileBusy } from './sqlite-busy'
import { createBreath, createLock, holding, orFree } from './turns'

const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] })

/** What to run when a connection opens, and how long to wait while another process locks the file. */
interface SqliteOptions {
  readonly pragmas: readonly string[]
  readonly patienceMs: number
  /** Where statements that read go; without, all run on the event loop. */
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
  { pragmas, patienceMs, threads }: SqliteOptions,
): SqlDriverAdapterFactory {
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    async connect() {
      const connection = await inner.connect()
      for (const pragma of pragmas) {
        await whileBusy(() => connection.queryRaw(statement(`PRAGMA ${pragma}`)), patienceMs)
      }
      return serialConnection(connection, patienceMs, threads)
    },
  }
}

/**
 * Two locks: a writer takes its turn first, then stands in line for the connection. A writer that waits for another process releases the
 * connection, so reads go on meanwhile.
 */
function serialConnection(
  connection: SqlDriverAdapter,
  patienceMs: number,
  threads?: ReadThreads,
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
  const writing = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = await lone(work)
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
    // Never tried again: the first of several statements may be done already.
    executeScript: (script) => alone(() => connection.executeScript(script)),
    async dispose() {
      await threads?.close()
      await inTurn(() => alone(() => connection.dispose()))
    },
    async startTransaction() {
      const passTurn = await turn.take()
      const free = await orFree(passTurn, () => whileBusy(begin, patienceMs))
      const end = () => {
        free()
        passTurn()
      }
      return openTransaction(connection, end, breathe, threads)
    },
  }
}

function openTransaction(
  connection: SqlDriverAdapter,
  free: () => void,
  breathe: () => Promise<void>,
  threads?: ReadThreads,
): Transaction {
  let open = true
  const end = async (work: () => Promise<void>): Promise<void> => {
    if (!open) return
    open = false
    try {
      await work()
    } finally {
      free()
    }
  }
  const run = async (sql: string): Promise<void> => {
    await connection.executeRaw(statement(sql))
  }
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: async (query) => {
      await breathe()
      return connection.queryRaw(query)
    },
    executeRaw: async (query) => {
      await breathe()
      return connection.executeRaw(query)
    },
    commit: () =>
      end(async () => {
        try {
          await run('COMMIT')
          threads?.noteCommit()
        } catch (error) {
          // Another process's lock cannot be the cause, since a commit needs none in WAL. A failed commit leaves the
          // transaction open on the shared connection.
          await run('ROLLBACK').catch(() => undefined)
          throw error
        }
      }),
    // After some errors SQLite has rolled back already; then there is nothing to undo.
    rollback: () => end(() => run('ROLLBACK').catch(() => undefined)),
    createSavepoint: (name) => run(`SAVEPOINT ${name}`),
    rollbackToSavepoint: (name) => run(`ROLLBACK TO ${name}`),
    releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
  }
}
