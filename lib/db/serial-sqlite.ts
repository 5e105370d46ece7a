import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils'

/** better-sqlite3 is synchronous, and Prisma around it hardly leaves the microtasks: nobody else is served meanwhile. */
const LONGEST_TURN_MS = 3

const statement = (sql: string): SqlQuery => ({ sql, args: [], argTypes: [] })

/**
 * Wraps a SQLite driver adapter so that one caller at a time uses its only connection. The stock adapter lets a
 * plain query join whichever transaction happens to be open, and lose its write when that one rolls back.
 * Transactions begin IMMEDIATE: they wait for another process's writer instead of failing half-way.
 */
export function serialSqlite(
  inner: SqlDriverAdapterFactory,
  pragmas: readonly string[],
): SqlDriverAdapterFactory {
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    async connect() {
      const connection = await inner.connect()
      for (const pragma of pragmas) await connection.queryRaw(statement(`PRAGMA ${pragma}`))
      return serialConnection(connection)
    },
  }
}

function serialConnection(connection: SqlDriverAdapter): SqlDriverAdapter {
  const breathe = createBreath()
  const acquire = createLock(breathe)
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    const free = await acquire()
    try {
      return await work()
    } finally {
      free()
    }
  }
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    queryRaw: (query) => alone(() => connection.queryRaw(query)),
    executeRaw: (query) => alone(() => connection.executeRaw(query)),
    executeScript: (script) => alone(() => connection.executeScript(script)),
    dispose: () => alone(() => connection.dispose()),
    async startTransaction() {
      const free = await acquire()
      try {
        await connection.executeRaw(statement('BEGIN IMMEDIATE'))
      } catch (error) {
        free()
        throw error
      }
      return openTransaction(connection, free, breathe)
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
          // A commit that fails leaves the transaction open on the shared connection.
          await run('ROLLBACK').catch(() => undefined)
          throw error
        }
      }),
    // SQLite has already rolled back by itself after some errors: then there is nothing left to undo.
    rollback: () => end(() => run('ROLLBACK').catch(() => undefined)),
    createSavepoint: (name) => run(`SAVEPOINT ${name}`),
    rollbackToSavepoint: (name) => run(`ROLLBACK TO ${name}`),
    releaseSavepoint: (name) => run(`RELEASE SAVEPOINT ${name}`),
  }
}

/** Lets timers and requests have their turn, where the last ones were a while ago. */
function createBreath(): () => Promise<void> {
  let turnBegan = performance.now()
  return async () => {
    if (performance.now() - turnBegan <= LONGEST_TURN_MS) return
    await new Promise<void>((proceed) => setImmediate(proceed))
    turnBegan = performance.now()
  }
}

/** A first-come lock. */
function createLock(breathe: () => Promise<void>): () => Promise<() => void> {
  let tail: Promise<void> = Promise.resolve()
  return async () => {
    const { promise, resolve } = deferred()
    const before = tail
    tail = promise
    await before
    await breathe()
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
