import { AsyncLocalStorage } from 'node:async_hooks'
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { processWide } from '@/lib/platform/process'

/** Where a caller finds the transaction that the adapter began for it. */
interface BegunHere {
  begun: SqlQueryable | null
}

/** One for the process: a bundle may begin what another one's client does. */
const places = processWide('begun-transactions', () => new AsyncLocalStorage<BegunHere>())

/** Runs `work`, and tells it the adapter's own transaction once one has begun within. */
export function withBegun<T>(work: (begun: () => SqlQueryable) => Promise<T>): Promise<T> {
  const place: BegunHere = { begun: null }
  return places.run(place, () =>
    work(() => {
      if (!place.begun) throw new Error('No transaction has begun.')
      return place.begun
    }),
  )
}

/** The same adapter, which tells `withBegun` of the transactions that it begins. */
export function tellingAdapter(inner: SqlDriverAdapterFactory): SqlDriverAdapterFactory {
  const connection = (open: SqlDriverAdapter): SqlDriverAdapter => ({
    provider: open.provider,
    adapterName: open.adapterName,
    queryRaw: (query) => open.queryRaw(query),
    executeRaw: (query) => open.executeRaw(query),
    executeScript: (script) => open.executeScript(script),
    async startTransaction(isolation) {
      const transaction = endable(await open.startTransaction(isolation))
      const place = places.getStore()
      if (place) place.begun = transaction
      return transaction
    },
    ...(open.getConnectionInfo && { getConnectionInfo: open.getConnectionInfo.bind(open) }),
    dispose: () => open.dispose(),
  })
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    connect: async () => connection(await inner.connect()),
  }
}

/** Work goes on in a transaction after its end. Nothing of it stays: the same may succeed later. */
export class TransactionOver extends Error {
  override readonly name = 'TransactionOver'
  constructor() {
    super('This transaction has ended already: it took too long.')
  }
}

const ENDS = /^\s*(COMMIT|ROLLBACK)\s*$/i
const COMMITS = /^\s*COMMIT\s*$/i
const ROLLBACK: SqlQuery = { sql: 'ROLLBACK', args: [], argTypes: [] }

/**
 * After its end a transaction's connection is somebody else's. Prisma ends one that takes too long, while work still has
 * it in hands. And PostgreSQL rolls back one of which a statement failed, though it answers its COMMIT without an error.
 */
function endable(begun: Transaction): Transaction {
  let isOver = false
  let hasFailed = false
  const within = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isOver) throw new TransactionOver()
    try {
      return await work()
    } catch (error) {
      hasFailed ||= begun.provider === 'postgres'
      throw error
    }
  }
  const end = (work: () => Promise<void>): Promise<void> => {
    isOver = true
    return work()
  }
  return {
    provider: begun.provider,
    adapterName: begun.adapterName,
    options: begun.options,
    queryRaw: (query) => within(() => begun.queryRaw(query)),
    executeRaw: (query) =>
      within(async () => {
        if (ENDS.test(query.sql)) isOver = true
        if (!hasFailed || !COMMITS.test(query.sql)) return begun.executeRaw(query)
        await begun.executeRaw(ROLLBACK)
        throw new Error('A statement of this transaction failed, so nothing of it was kept.')
      }),
    commit: () => end(() => begun.commit()),
    rollback: () => end(() => begun.rollback()),
    ...(begun.createSavepoint && { createSavepoint: begun.createSavepoint.bind(begun) }),
    ...(begun.rollbackToSavepoint && { rollbackToSavepoint: begun.rollbackToSavepoint.bind(begun) }),
    ...(begun.releaseSavepoint && { releaseSavepoint: begun.releaseSavepoint.bind(begun) }),
  }
}
