import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import type { Clock } from '@/lib/kernel'
import { processWide } from '@/lib/platform/process'
import { plainSqlite } from './client'
import { isBusy } from './sqlite-busy'

/** A file that this process alone holds. */
export interface FileHold {
  release(): Promise<void>
}

interface HoldOptions {
  /** Who holds it, in words for those who find it held. */
  readonly holder: string
  readonly patienceMs: number
  readonly clock: Clock
  /** Told once, with the holder's words, if it is held by another one. */
  onWait(holder: string): void
}

/** The file stays held by another one, in whose words. */
export class FileHeld extends Error {
  override readonly name = 'FileHeld'
  constructor(readonly holder: string) {
    super(`The file is held by ${holder}.`)
  }
}

const PAUSE_MS = 100
const UNKNOWN = 'a process that has not given its name'

/** An open connection is all that keeps the lock, so it must not be collected as garbage. */
const held = () => processWide('held-files', () => new Set<SqlDriverAdapter>())

/**
 * Holds a file until this process ends, however it ends: the kernel then lets it go. The file is a small SQLite database
 * with a transaction that stays open, since SQLite locks files alike on all systems and in all containers. Readers are
 * not locked out, so the holder's words can be read. Throws `FileHeld` after the patience.
 */
export async function holdFile(file: string, options: HoldOptions): Promise<FileHold> {
  const connection = await plainSqlite(file).connect()
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
    if (clock.monotonic() - since >= patienceMs) throw new FileHeld(found)
    await clock.sleep(PAUSE_MS)
  }
}

/** In two transactions: others can read only what was committed, and only the second one stays open. */
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
    // A commit that met a reader leaves its transaction open.
    await run('ROLLBACK').catch(() => undefined)
    if (isBusy(error)) return false
    throw error
  }
}

/** The holder's words; null while nobody has committed any. */
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
