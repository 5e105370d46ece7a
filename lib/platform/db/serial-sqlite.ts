import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { isBusy, whileBusy } from './sqlite-busy'

/**
 * better-sqlite3 is synchronous, and Prisma around it hardly leaves the microtask queue, so nothing else gets a turn.
 */
const LONGEST_TURN_MS = 3

const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] })

/** What to run when a connection opens, and how long to wait while another process locks the file. */
interface SqliteOptions {
  readonly pragmas: readonly string[]
  readonly patienceMs: number
}

/**
 * Wraps a SQLite driver adapter so that one caller at a time uses its only connection. With the stock adapter a plain
 * query joins any open transaction, and its write is lost when that rolls back. Transactions begin IMMEDIATE: they wait
 * for another process's writer instead of failing half-way. They wait without blocking the event loop, so the inner
 * adapter's own timeout must be 0.
 */
export function serialSqlite(
  inner: SqlDriverAdapterFactory,
  { pragmas, patienceMs }: SqliteOptions,
): SqlDriverAdapterFactory {
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    async connect() {
      const connection = await inner.connect()
      for (const pragma of pragmas) {
        await whileBusy(() => connection.queryRaw(statement(`PRAGMA ${pragma}`)), patienceMs)
      }
      return serialConnection(connection, patienceMs)
    },
  }
}

/**
 * Two locks: a writer takes its turn first, then the connection. A writer that waits for another process releases the
 * connection, so reads go on meanwhile.
 */
function serialConnection(connection: SqlDriverAdapter, patienceMs: number): SqlDriverAdapter {
  const breathe = createBreath()
  const takeTurn = createLock()
  const takeConnection = createLock()
  const use = async (): Promise<() => void> => {
    const free = await takeConnection()
    await breathe()
    return free
  }
  const alone = <T>(work: () => Promise<T>): Promise<T> => holding(use, work)
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => holding(takeTurn, work)
  const lone = <T>(work: () => Promise<T>): Promise<T> =>
    alone(work).catch((error: unknown) => {
      if (!isBusy(error)) throw error
      return inTurn(() => whileBusy(() => alone(work), patienceMs))
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
    queryRaw: (query) => lone(() => connection.queryRaw(query)),
    executeRaw: (query) => lone(() => connection.executeRaw(query)),
    // Never tried again: the first of several statements may be done already.
    executeScript: (script) => alone(() => connection.executeScript(script)),
    dispose: () => inTurn(() => alone(() => connection.dispose())),
    async startTransaction() {
      const passTurn = await takeTurn()
      const free = await orFree(passTurn, () => whileBusy(begin, patienceMs))
      const end = () => {
        free()
        passTurn()
      }
      return openTransaction(connection, end, breathe)
    },
  }
}

function openTransaction(
  connection: SqlDriverAdapter,
  free: () => void,
  breathe: () => Promise<void>,
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

/** Gives timers and requests a turn if they had none for a while. */
function createBreath(): () => Promise<void> {
  let turnBegan = performance.now()
  return async () => {
    if (performance.now() - turnBegan <= LONGEST_TURN_MS) return
    await new Promise<void>((proceed) => setImmediate(proceed))
    turnBegan = performance.now()
  }
}

/** Does work while holding a lock. */
async function holding<T>(take: () => Promise<() => void>, work: () => Promise<T>): Promise<T> {
  const free = await take()
  try {
    return await work()
  } finally {
    free()
  }
}

/** Releases the lock if the work fails; else the caller that gets the result releases it later. */
async function orFree<T>(free: () => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    free()
    throw error
  }
}

/** A first-come lock. */
function createLock(): () => Promise<() => void> {
  let tail: Promise<void> = Promise.resolve()
  return async () => {
    const { promise, resolve } = deferred()
    const before = tail
    tail = promise
    await before
    return resolve
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
