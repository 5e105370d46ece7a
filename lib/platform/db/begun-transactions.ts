import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils'

/** An adapter whose transactions we begin ourselves, next to Prisma. */
export interface SharedAdapter {
  readonly factory: SqlDriverAdapterFactory
  /** Returns the open connection; null before Prisma has opened it and after it has closed it. */
  open(): SqlDriverAdapter | null
  /** Runs `work`, in which Prisma begins one transaction. It gets this one, which we end. */
  lending<T>(begun: SqlQueryable, work: () => Promise<T>): Promise<T>
}

/**
 * The lent transaction and its lender. There is one storage per process, because each makes every promise of the
 * process a little slower.
 */
const lent = new AsyncLocalStorage<{ readonly by: SqlDriverAdapterFactory; begun: SqlQueryable | null }>()

/** Wraps an adapter so that it exposes its open connection and lends Prisma a transaction that has already begun. */
export function shareAdapter(inner: SqlDriverAdapterFactory): SharedAdapter {
  let current: SqlDriverAdapter | null = null
  const connection = (open: SqlDriverAdapter): SqlDriverAdapter => ({
    provider: open.provider,
    adapterName: open.adapterName,
    queryRaw: (query) => open.queryRaw(query),
    executeRaw: (query) => open.executeRaw(query),
    executeScript: (script) => open.executeScript(script),
    async startTransaction(isolation) {
      const place = lent.getStore()
      if (!place?.begun || place.by !== inner) return open.startTransaction(isolation)
      const begun = lentTransaction(place.begun)
      place.begun = null
      return begun
    },
    ...(open.getConnectionInfo && { getConnectionInfo: open.getConnectionInfo.bind(open) }),
    dispose() {
      current = null
      return open.dispose()
    },
  })
  return {
    open: () => current,
    lending: (begun, work) => lent.run({ by: inner, begun }, work),
    factory: {
      provider: inner.provider,
      adapterName: inner.adapterName,
      async connect() {
        const open = await inner.connect()
        current = open
        return connection(open)
      },
    },
  }
}

/** Wraps a lent transaction. Prisma ends only its own use of it; it continues until its beginner ends it. */
const lentTransaction = (begun: SqlQueryable): Transaction => ({
  provider: begun.provider,
  adapterName: begun.adapterName,
  // Then Prisma sends no statement of its own at the end.
  options: { usePhantomQuery: true },
  queryRaw: (query) => begun.queryRaw(query),
  executeRaw: (query) => begun.executeRaw(query),
  commit: () => Promise.resolve(),
  rollback: () => Promise.resolve(),
})

/**
 * Thrown if work continues in a transaction after its end, or if the transaction could not begin. Nothing of it is
 * kept, so the same may succeed later.
 */
export class TransactionOver extends Error {
  override readonly name = 'TransactionOver'
  constructor(message = 'This transaction has ended already: it took too long.') {
    super(message)
  }
}

/**
 * Thrown if the server ended the connection, or it broke, before COMMIT could be executed, so that certainly nothing
 * of the transaction was kept. Not thrown if the answer to COMMIT is lost, which proves nothing.
 */
export class TransactionEnded extends Error {
  override readonly name = 'TransactionEnded'
  constructor(cause: unknown) {
    super('The connection ended before this transaction was committed, so nothing of it was kept.', { cause })
  }
}

/** A transaction that refuses statements after its end, because its connection then belongs to somebody else. */
export interface OwnTransaction extends SqlQueryable {
  /** Throws if it has ended or if nothing of it was kept. */
  commit(): Promise<void>
  /** Does nothing if it has ended. */
  rollback(): Promise<void>
  /**
   * Returns the cause of a failure: that the connection ended before the commit, rather than that a statement was
   * refused because an earlier one failed, even if that is reported first.
   */
  why(error: unknown): unknown
}

/** PostgreSQL's code for a statement that follows one that failed. */
const REFUSED = '25P02'

const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (isDriverAdapterError(error)
    ? error.cause.originalCode === REFUSED
    : // The error as Prisma passes it on.
      error.message.includes(REFUSED) || error.message.includes('current transaction is aborted'))

/**
 * PostgreSQL's codes for ending a connection: because it was silent within a transaction, or because the server stops.
 */
const SILENT = '25P03'
const ENDED = new Set([SILENT, '57P01', '57P02', '57P03'])
/** The driver's messages for a connection that has ended and for a statement that it therefore did not send. */
const BROKEN = /^Connection terminated/
const BROKEN_CODES = new Set(['EPIPE', 'ECONNRESET', 'ETIMEDOUT'])
/** The kinds of error that the adapter turns the last two codes into. */
const BROKEN_KINDS = new Set(['ConnectionClosed', 'SocketTimeout'])
const NOT_SENT = /^Client (has encountered a connection error|was closed) and is not queryable/

/** Returns whether a statement's error means that the connection has ended. */
const isEnd = (error: unknown): boolean =>
  error instanceof Error &&
  (isDriverAdapterError(error)
    ? BROKEN_KINDS.has(error.cause.kind) || ENDED.has(error.cause.originalCode ?? '')
    : BROKEN.test(error.message) ||
      NOT_SENT.test(error.message) ||
      ('code' in error && typeof error.code === 'string' && BROKEN_CODES.has(error.code)))

/**
 * Returns whether a COMMIT that failed in this way was certainly not executed: it was not sent, or the transaction had
 * ended before.
 */
const isCertain = (error: unknown): boolean =>
  error instanceof Error &&
  (isDriverAdapterError(error) ? error.cause.originalCode === SILENT : NOT_SENT.test(error.message))

/** Takes over a transaction that an adapter has begun. */
export function ownTransaction(begun: Transaction): OwnTransaction {
  let isOver = false
  let [hasFailed, hasEnded] = [false, false]
  let cause: unknown = null
  const underWay = new Set<Promise<unknown>>()
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isOver) throw new TransactionOver()
    const own = work()
    underWay.add(own)
    try {
      return await own
    } catch (error) {
      // If a statement failed, PostgreSQL rolls back the transaction although it answers its COMMIT without an error.
      hasFailed ||= begun.provider === 'postgres'
      if (!isRefused(error)) cause ??= error
      hasEnded ||= begun.provider === 'postgres' && isEnd(error)
      throw error
    } finally {
      underWay.delete(own)
    }
  }
  const end = async (sql: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
    isOver = true
    const leave = () => (sql === 'COMMIT' ? begun.commit() : begun.rollback())
    if (begun.options.usePhantomQuery) return leave()
    try {
      await begun.executeRaw({ sql, args: [], argTypes: [] })
    } catch (error) {
      hasEnded ||= isCertain(error)
      throw error
    } finally {
      await leave()
    }
  }
  return {
    provider: begun.provider,
    adapterName: begun.adapterName,
    queryRaw: (query) => within(() => begun.queryRaw(query)),
    executeRaw: (query) => within(() => begun.executeRaw(query)),
    async commit() {
      // A statement that nobody awaited counts, too.
      if (underWay.size > 0) await Promise.allSettled(underWay)
      if (isOver) throw new TransactionOver()
      if (!hasFailed) return end('COMMIT')
      await end('ROLLBACK')
      throw new Error('A statement of this transaction failed, so nothing of it was kept.')
    },
    async rollback() {
      if (!isOver) await end('ROLLBACK')
    },
    why(error) {
      const why = isRefused(error) ? (cause ?? error) : error
      return hasEnded ? new TransactionEnded(why) : why
    },
  }
}
