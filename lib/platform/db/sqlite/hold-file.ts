import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import type { Clock } from '@/lib/kernel'
import { processSingleton } from '@/lib/platform/process'
import { createPlainSqliteAdapter } from './adapter'
import { isBusy } from './busy'

/** A file that only this process holds. */
export interface FileHold {
  release(): Promise<void>
}

interface HoldOptions {
  /** Name of the holder, shown to those who find the file held. */
  readonly holder: string
  readonly patienceMs: number
  readonly clock: Clock
  /** Called once, with the holder's name, if another process holds the file. */
  onWait(holder: string): void
}

/** Thrown if another process keeps holding the file. */
export class FileHeldError extends Error {
  override readonly name = 'FileHeld'
  constructor(readonly holder: string) {
    super(`The file is held by ${holder}.`)
  }
}

const PAUSE_MS = 100
const UNKNOWN = 'a process that has not given its name'

/** The open connections. Only they keep the locks, so they must not be garbage-collected. */
const held = () => processSingleton('held-files', () => new Set<SqlDriverAdapter>())

/**
 * Holds a file until this process ends, however it ends: the kernel then releases it. The file is a small SQLite
 * database with a transaction that stays open, because SQLite locks files in the same way on all systems and in all
 * containers. Readers are not locked out, so the holder's name can be read. Throws `FileHeld` after the patience.
 */
export async function holdFile(file: string, options: HoldOptions): Promise<FileHold> {
  const connection = await createPlainSqliteAdapter(file).connect()
  try {
    await untilHeld(connection, options)
  } catch (error) {
    await connection.dispose()
    throw error
  }
  held().add(connection)
  return {
    async release() {
      if (held().delete(connection)) await connection.dispose()
    },
  }
}

async function untilHeld(
  connection: SqlDriverAdapter,
  { holder, patienceMs, clock, onWait }: HoldOptions,
): Promise<void> {
  const since = clock.monotonic()
  let found: string | null = null
  while (!(await tryToHold(connection, holder))) {
    const read = await readHolder(connection)
    if (found === null) onWait(read ?? UNKNOWN)
    found = read ?? found ?? UNKNOWN
    if (clock.monotonic() - since >= patienceMs) throw new FileHeldError(found)
    await clock.sleep(PAUSE_MS)
  }
}

/** Tries in two transactions: others can read only what was committed, and only the second transaction stays open. */
async function tryToHold(connection: SqlDriverAdapter, holder: string): Promise<boolean> {
  const run = (text: string, ...args: string[]) => connection.executeRaw(statement(text, args))
  try {
    await run('BEGIN IMMEDIATE')
    await run('CREATE TABLE IF NOT EXISTS "Holder" ("words" TEXT NOT NULL)')
    await run('DELETE FROM "Holder"')
    await run('INSERT INTO "Holder" VALUES (?)', holder)
    await run('COMMIT')
    await run('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    // A commit that collided with a reader leaves its transaction open.
    await run('ROLLBACK').catch(() => undefined)
    if (isBusy(error)) return false
    throw error
  }
}

/** Returns the holder's name; null while none has been committed. */
const readHolder = (connection: SqlDriverAdapter): Promise<string | null> =>
  connection.queryRaw(statement('SELECT "words" FROM "Holder"')).then(
    ({ rows }) => (rows[0] === undefined ? null : String(rows[0][0])),
    () => null,
  )

const statement = (sql: string, args: readonly string[] = []) => ({
  sql,
  args: [...args],
  argTypes: args.map(() => ({ scalarType: 'string', arity: 'scalar' }) as const),
})
