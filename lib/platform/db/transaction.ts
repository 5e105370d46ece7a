import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import { engineOf, noteEngine } from './client'
import type { Db, Tx } from './db'
import { Prisma } from './generated/sqlite/client'
import { isOutdatedStatement } from './renew-statements'

const TRIES = 5
/** The one that the conflict spared must come first, or both meet again. */
const PAUSE_MS = 10
const CONFLICT = 'P2034'
const RAW_FAILED = 'P2010'

/**
 * Runs `work` in one transaction: all of it or nothing. A deadlock or write conflict is tried again, and so is a transaction
 * whose connection ended before COMMIT was sent, so `work` must touch nothing but `tx`. Never await the network inside: on
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
 * Whether it is a deadlock, a write conflict or a statement that a changed table has outdated: of a model's query, of a raw
 * one in a transaction, which has the adapter's error, or of another raw one, which reports PostgreSQL's own code.
 */
const isConflict = (error: unknown): boolean =>
  hasCode(error, CONFLICT) ||
  (isDriverAdapterError(error) && error.cause.kind === 'TransactionWriteConflict') ||
  isOutdatedStatement(error) ||
  (hasCode(error, RAW_FAILED) && error instanceof Error && /\b(40P01|40001)\b/.test(error.message))

/** By its name: the bundle that opened the database has a class of its own. */
const isEnded = (error: unknown): boolean => error instanceof Error && error.name === 'TransactionEnded'

/** Whether the error says that a row with the same unique value exists. */
export const isDuplicate = (error: unknown): boolean => hasCode(error, 'P2002')

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Builds raw SQL with bound parameters. What Purser writes is the same in both dialects. */
export const sql = Prisma.sql
export const joinSql = Prisma.join
/** A column's name within raw SQL; never given a value from outside. */
export const columnSql = (name: string) => Prisma.raw(`"${name}"`)
