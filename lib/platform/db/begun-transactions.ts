import { AsyncLocalStorage } from 'node:async_hooks'
import {
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQueryable,
  type Transaction,
} from '@prisma/driver-adapter-utils'

/** An adapter whose transactions we begin ourselves, beside Prisma. */
export interface SharedAdapter {
  readonly factory: SqlDriverAdapterFactory
  /** The open connection; null before Prisma opened it, and after it closed it. */
  open(): SqlDriverAdapter | null
  /** Runs `work`, in which Prisma begins one transaction: it gets this one, whose end is ours. */
  lending<T>(begun: SqlQueryable, work: () => Promise<T>): Promise<T>
}

/** What is lent, and by whom. One for the process: each such storage makes every promise of the process a little slower. */
const lent = new AsyncLocalStorage<{ readonly by: SqlDriverAdapterFactory; begun: SqlQueryable | null }>()

/** The same adapter, which tells of its open connection, and lends Prisma a transaction that has begun already. */
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

/** Prisma ends it for itself alone: it goes on until who began it ends it. */
const lentTransaction = (begun: SqlQueryable): Transaction => ({
  provider: begun.provider,
  adapterName: begun.adapterName,
  // Prisma then sends no statement of its own at the end.
  options: { usePhantomQuery: true },
  queryRaw: (query) => begun.queryRaw(query),
  executeRaw: (query) => begun.executeRaw(query),
  commit: () => Promise.resolve(),
  rollback: () => Promise.resolve(),
})

/** Work goes on in a transaction after its end, or it could not begin. Nothing of it stays: the same may succeed later. */
export class TransactionOver extends Error {
  override readonly name = 'TransactionOver'
  constructor(message = 'This transaction has ended already: it took too long.') {
    super(message)
  }
}

/**
 * The server ended the connection, or it broke, before COMMIT could be done: nothing of the transaction was kept, for certain.
 * Not where the answer to COMMIT is lost, which tells nothing.
 */
export class TransactionEnded extends Error {
  override readonly name = 'TransactionEnded'
  constructor(cause: unknown) {
    super('The connection ended before this transaction was committed, so nothing of it was kept.', { cause })
  }
}

/** A transaction that refuses statements after its end: its connection is somebody else's then. */
export interface OwnTransaction extends SqlQueryable {
  /** Throws where it has ended, or where nothing of it was kept. */
  commit(): Promise<void>
  /** Does nothing where it has ended. */
  rollback(): Promise<void>
  /**
   * What made it fail: that its connection ended before it was committed; and not that a statement was refused because one
   * before it had failed, though that may be told first.
   */
  why(error: unknown): unknown
}

/** PostgreSQL refuses what stands behind a statement that failed. */
const REFUSED = '25P02'

const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  (isDriverAdapterError(error)
    ? error.cause.originalCode === REFUSED
    : // As Prisma passes it on.
      error.message.includes(REFUSED) || error.message.includes('current transaction is aborted'))

/** What PostgreSQL says as it ends a connection: for its silence within a transaction, or for itself. */
const SILENT = '25P03'
const ENDED = new Set([SILENT, '57P01', '57P02', '57P03'])
/** What the driver says of a connection that has ended, and of a statement that it did not send for that. */
const BROKEN = /^Connection terminated/
const BROKEN_CODES = new Set(['EPIPE', 'ECONNRESET', 'ETIMEDOUT'])
/** What the adapter makes of the last two. */
const BROKEN_KINDS = new Set(['ConnectionClosed', 'SocketTimeout'])
const NOT_SENT = /^Client (has encountered a connection error|was closed) and is not queryable/

/** Whether the connection has ended, by the error of a statement. */
const isEnd = (error: unknown): boolean =>
  error instanceof Error &&
  (isDriverAdapterError(error)
    ? BROKEN_KINDS.has(error.cause.kind) || ENDED.has(error.cause.originalCode ?? '')
    : BROKEN.test(error.message) ||
      NOT_SENT.test(error.message) ||
      ('code' in error && typeof error.code === 'string' && BROKEN_CODES.has(error.code)))

/** Whether a COMMIT that failed so was certainly not done: it was not sent, or the transaction had been ended before. */
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
      // PostgreSQL rolls back a transaction of which a statement failed, though it answers its COMMIT without an error.
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
      // One that nobody waited for counts all the same.
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
