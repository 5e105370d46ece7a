import {
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
} from '@prisma/driver-adapter-utils'
import type { StatementNames } from './statement-names'

const OUTDATED = '0A000'

/**
 * Returns whether PostgreSQL refused a named statement because it would now return other types, as a table was changed
 * in the meantime. It keeps refusing it for as long as the connection lives.
 */
export const isOutdatedStatement = (error: unknown): boolean =>
  (isDriverAdapterError(error) && error.cause.originalCode === OUTDATED) ||
  // The error as Prisma passes it on.
  (error instanceof Error && error.message.includes(`Code: \`${OUTDATED}\``))

/**
 * Wraps an adapter so that it renames such a statement and, outside of a transaction, runs it again, because nothing
 * of it was executed.
 */
export const renewStatements = (
  inner: SqlDriverAdapterFactory,
  names: StatementNames,
): SqlDriverAdapterFactory => ({
  provider: inner.provider,
  adapterName: inner.adapterName,
  async connect(): Promise<SqlDriverAdapter> {
    const open = await inner.connect()
    renew(open, names, true)
    const start = open.startTransaction.bind(open)
    open.startTransaction = async (isolation) => {
      const begun = await start(isolation)
      renew(begun, names, false)
      return begun
    }
    return open
  },
})

function renew(queryable: SqlQueryable, names: StatementNames, isAgain: boolean): void {
  const renewed =
    <Result>(run: (query: SqlQuery) => Promise<Result>) =>
    async (query: SqlQuery): Promise<Result> => {
      try {
        return await run(query)
      } catch (error) {
        if (!isOutdatedStatement(error)) throw error
        names.forget(query)
        if (!isAgain) throw error
        return run(query)
      }
    }
  queryable.queryRaw = renewed(queryable.queryRaw.bind(queryable))
  queryable.executeRaw = renewed(queryable.executeRaw.bind(queryable))
}
