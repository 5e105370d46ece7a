import { type DriverAdapterError, isDriverAdapterError } from '@prisma/driver-adapter-utils'
import { engineOf, registerEngine } from './client'
import type { Db, Tx } from './db'

const TRIES = 5
/** Pause before a retry. The transaction that the conflict spared must finish first, or both collide again. */
const PAUSE_MS = 10
const MAX_MS = 30_000

/**
 * Runs `work` in one transaction: all of it or nothing. Retries after a deadlock or write conflict, and if the
 * connection ended before COMMIT was sent, so `work` must touch nothing but `tx`. Never await the network inside: on
 * SQLite all others wait.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const engine = engineOf(db)
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false
    try {
      return await db.$transaction(
        async (tx) => {
          const result = await work(registerEngine(tx, engine))
          isCommitting = true
          return result
        },
        { maxWait: MAX_MS, timeout: MAX_MS },
      )
    } catch (error) {
      const isEnd = engine === 'postgres' && isEndBeforeCommit(error, isCommitting)
      if (attempt === TRIES || !(isConflict(error) || isEnd)) throw error
      await new Promise((proceed) => setTimeout(proceed, attempt * PAUSE_MS))
    }
  }
}

/** Returns whether an error is a deadlock or a write conflict. */
const isConflict = (error: unknown): boolean =>
  hasCode(error, 'P2034') || adapterErrorOf(error)?.cause.kind === 'TransactionWriteConflict'

/** PostgreSQL's code for ending a connection that was silent within a transaction. */
const SILENT = '25P03'
/** That, and the codes of a server that stops. */
const ENDED = new Set([SILENT, '57P01', '57P02', '57P03'])
/** The driver's message for a connection that has ended, and for a statement that it therefore did not send. */
const BROKEN = /Connection terminated/
const NOT_SENT = /Client (has encountered a connection error|was closed) and is not queryable/
const BROKEN_CODES = new Set(['EPIPE', 'ECONNRESET', 'ETIMEDOUT'])
/** The kinds of error that the adapter turns these codes into. */
const BROKEN_KINDS = new Set(['ConnectionClosed', 'SocketTimeout'])

/**
 * Returns whether the server ended the connection, or it broke, before COMMIT could be executed, so that certainly
 * nothing of the transaction was kept. If the answer to COMMIT is lost, that proves nothing.
 */
function isEndBeforeCommit(error: unknown, isCommitting: boolean): boolean {
  if (!(error instanceof Error)) return false
  const { kind, originalCode = '' } = adapterErrorOf(error)?.cause ?? {}
  if (originalCode === SILENT || NOT_SENT.test(error.message)) return true
  if (isCommitting) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    ENDED.has(originalCode) ||
    BROKEN.test(error.message) ||
    BROKEN_CODES.has(code) ||
    (kind !== undefined && BROKEN_KINDS.has(kind))
  )
}

/** Returns the driver adapter's error, which Prisma passes on as `meta` of its own. */
function adapterErrorOf(error: unknown): DriverAdapterError | null {
  if (isDriverAdapterError(error)) return error
  // Not by class, because the bundle that opened the database has its own.
  if (!(error instanceof Error && 'meta' in error && isObject(error.meta))) return null
  const within = 'driverAdapterError' in error.meta ? error.meta.driverAdapterError : null
  return isDriverAdapterError(within) ? within : null
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns whether an error means that a row with the same unique value exists. */
export const isDuplicate = (error: unknown): boolean => hasCode(error, 'P2002')

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
