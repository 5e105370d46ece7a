import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import { engineOf, noteEngine } from './client'
import type { Db, Tx } from './db'
import { Prisma } from './generated/sqlite/client'
import { isOutdatedStatement } from './renew-statements'

const TRIES = 5
/** Pause before a retry. The transaction that the conflict spared must finish first, or both collide again. */
const PAUSE_MS = 10
const CONFLICT = 'P2034'
const RAW_FAILED = 'P2010'

/**
 * Runs `work` in one transaction: all of it or nothing. Retries after a deadlock or write conflict, and if the
 * connection ended before COMMIT was sent, so `work` must touch nothing but `tx`. Never await the network inside: on
 * SQLite all others wait.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const engine = engineOf(db)
      return await db.$transaction((tx) => work(noteEngine(tx, engine)), {
        maxWait: 30_000,
        timeout: 30_000,
      })
    } catch (error) {
      if (attempt === TRIES || !(isConflict(error) || isEnded(error))) throw error
      await new Promise((proceed) => setTimeout(proceed, attempt * PAUSE_MS))
    }
  }
}

/**
 * Returns whether an error is a deadlock, a write conflict or a statement outdated by a changed table. It may come
 * from a model's query, from a raw one in a transaction (with the adapter's error), or from another raw one (with
 * PostgreSQL's own code).
 */
const isConflict = (error: unknown): boolean =>
  hasCode(error, CONFLICT) ||
  (isDriverAdapterError(error) && error.cause.kind === 'TransactionWriteConflict') ||
  isOutdatedStatement(error) ||
  (hasCode(error, RAW_FAILED) && error instanceof Error && /\b(40P01|40001)\b/.test(error.message))

/** Checked by name, because the bundle that opened the database has its own class. */
const isEnded = (error: unknown): boolean => error instanceof Error && error.name === 'TransactionEnded'

/** Returns whether an error means that a row with the same unique value exists. */
export const isDuplicate = (error: unknown): boolean => hasCode(error, 'P2002')

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Builds raw SQL with bound parameters. Purser's statements are the same in both dialects. */
export const sql = Prisma.sql
export const joinSql = Prisma.join
/** Quotes a column's name for raw SQL. Never pass a value from outside. */
export const columnSql = (name: string) => Prisma.raw(`"${name}"`)
