import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils'
import { isMetricsStarted, metricsProcessName, observeMs } from '@/lib/platform/metrics'

/** The kinds of work that a database does: a read or a write outside of a transaction, else a step within one. */
type Work = 'read' | 'write' | 'statement' | 'begin' | 'commit'

/** Wraps an adapter so that the metrics record how long each statement took for its caller, including every wait. */
export function timedAdapter(
  inner: SqlDriverAdapterFactory,
  engine: 'sqlite' | 'postgres',
): SqlDriverAdapterFactory {
  const timed = async <T>(work: Work, run: () => Promise<T>): Promise<T> => {
    if (!isMetricsStarted()) return run()
    const since = performance.now()
    try {
      return await run()
    } finally {
      const labels = { process: metricsProcessName(), engine, work }
      observeMs('purser_database_seconds', labels, performance.now() - since)
    }
  }
  const queries = (queryable: SqlQueryable, reading: Work, writing: Work): SqlQueryable => ({
    provider: queryable.provider,
    adapterName: queryable.adapterName,
    queryRaw: (query) => timed(reading, () => queryable.queryRaw(query)),
    executeRaw: (query) => timed(writing, () => queryable.executeRaw(query)),
  })
  const transaction = (begun: Transaction): Transaction => ({
    ...queries(begun, 'statement', 'statement'),
    options: begun.options,
    commit: () => timed('commit', () => begun.commit()),
    rollback: () => begun.rollback(),
    ...(begun.createSavepoint && { createSavepoint: begun.createSavepoint.bind(begun) }),
    ...(begun.rollbackToSavepoint && { rollbackToSavepoint: begun.rollbackToSavepoint.bind(begun) }),
    ...(begun.releaseSavepoint && { releaseSavepoint: begun.releaseSavepoint.bind(begun) }),
  })
  const connection = (open: SqlDriverAdapter): SqlDriverAdapter => ({
    ...queries(open, 'read', 'write'),
    executeScript: (script) => open.executeScript(script),
    startTransaction: async (isolation) =>
      transaction(await timed('begin', () => open.startTransaction(isolation))),
    ...(open.getConnectionInfo && { getConnectionInfo: open.getConnectionInfo.bind(open) }),
    dispose: () => open.dispose(),
  })
  return {
    provider: inner.provider,
    adapterName: inner.adapterName,
    connect: async () => connection(await inner.connect()),
  }
}
