import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { DbLocation } from './client'
import type { Engine } from './db'
import { listMigrations, migrationsFolder } from './schema-fit'
import { openDurable } from './sqlite/adapter'
import { BUSY_TIMEOUT_MS, retryWhileBusy } from './sqlite/busy'

/** A connection that runs SQL as written. */
interface Connection {
  begin(): Promise<void>
  script(sql: string): Promise<void>
  all(sql: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** Runs a query in the transaction of the migrations. */
export type MigrationQuery = (sql: string) => Promise<Record<string, unknown>[]>
type OnChange = (ask: MigrationQuery) => void | Promise<void>

const ADVISORY_LOCK = 72_707_369

/**
 * Brings the schema up to date from prisma/<engine>/migrations in one transaction: all of it or nothing. If two
 * processes start together, the second waits. Keeps Prisma's own table, so that `prisma migrate` can read it. Returns
 * the names of the applied migrations. Throws a sentence for the operator.
 *
 * `onChange` is awaited in the same transaction before an existing database is changed; if it throws, nothing is
 * changed. `only` limits the migrations to those of an older version, for data made by it.
 */
export async function migrate(
  location: DbLocation,
  prismaFolder: string,
  onChange: OnChange = () => undefined,
  only?: readonly string[],
): Promise<string[]> {
  const connection = await connect(location)
  try {
    return await applyPending(
      connection,
      location.engine,
      await readMigrations(migrationsFolder(location.engine, prismaFolder), only),
      onChange,
    )
  } finally {
    await connection.close()
  }
}

/** Matches what a migration must contain to leave rows that point nowhere. */
const BREAKING = /\b(DROP TABLE|DELETE FROM|REFERENCES|INSERT INTO|UPDATE)\b/i

async function applyPending(
  db: Connection,
  engine: Engine,
  migrations: readonly Migration[],
  onChange: OnChange,
): Promise<string[]> {
  // Comes first, because it has no effect inside a transaction: rebuilding a table must not cascade.
  if (engine === 'sqlite') await db.script('PRAGMA foreign_keys = OFF')
  await db.begin()
  try {
    await db.script(MIGRATIONS_TABLE[engine])
    const applied = await appliedChecksums(db)
    const done: string[] = []
    let mayBreakLinks = false
    requireKnown(applied, migrations)
    for (const { name, text, checksum } of migrations) {
      const known = applied.get(name)
      if (known !== undefined && known !== checksum)
        throw new Error(
          `The migration ${name} was edited after it was applied. Restore it, or start with the version of Purser that made this database.`,
        )
      if (known !== undefined) continue
      if (applied.size > 0 && done.length === 0) await onChange((text) => db.all(text))
      await db.script(text)
      mayBreakLinks ||= BREAKING.test(text)
      await db.script(recordOf(engine, name, checksum))
      done.push(name)
    }
    // This reads the whole database, so it is skipped at ordinary starts and for a new column or index.
    if (engine === 'sqlite' && mayBreakLinks && (await db.all('PRAGMA foreign_key_check')).length > 0)
      throw new Error('A migration would leave rows that point nowhere. Nothing was changed.')
    await db.script('COMMIT')
    return done
  } catch (error) {
    await db.script('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function appliedChecksums(db: Connection): Promise<Map<string, string>> {
  const rows = await db.all(
    'SELECT migration_name AS name, checksum, finished_at AS finished FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  )
  const failed = rows.find((row) => row.finished === null)
  if (failed)
    throw new Error(
      `The migration ${String(failed.name)} failed earlier. Fix it and mark it with "prisma migrate resolve".`,
    )
  return new Map(rows.map((row) => [String(row.name), String(row.checksum)]))
}

/** Throws if a newer version has changed the database, because an older one must not write to it. */
function requireKnown(
  applied: ReadonlyMap<string, string>,
  migrations: readonly { readonly name: string }[],
): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].find((name) => !known.has(name))
  if (unknown === undefined) return
  throw new Error(
    `It was changed by another version of Purser (migration ${unknown}). Start that version, or put a backup of before back.`,
  )
}

interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

async function readMigrations(folder: string, only: readonly string[] | undefined): Promise<Migration[]> {
  const names = (await listMigrations(folder)).filter((name) => only?.includes(name) ?? true)
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name, 'migration.sql'), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function connect(location: DbLocation): Promise<Connection> {
  if (location.engine === 'postgres') {
    const client = new pg.Client({ connectionString: location.url })
    await client.connect()
    return {
      begin: async () => void (await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${ADVISORY_LOCK})`)),
      script: async (text) => void (await client.query(text)),
      all: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
      close: () => client.end(),
    }
  }
  const connection = await openDurable(location.file)
  return {
    begin: async () => {
      const begin = () => connection.executeRaw({ sql: 'BEGIN IMMEDIATE', args: [], argTypes: [] })
      await retryWhileBusy(begin, BUSY_TIMEOUT_MS)
    },
    script: (text) => connection.executeScript(text),
    all: async (text) => {
      const { columnNames, rows } = await connection.queryRaw({ sql: text, args: [], argTypes: [] })
      return rows.map((row) => Object.fromEntries(columnNames.map((name, column) => [name, row[column]])))
    },
    close: () => connection.dispose(),
  }
}

const NOW: Record<Engine, string> = {
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  postgres: 'now()',
}

const recordOf = (engine: Engine, name: string, checksum: string): string =>
  `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
   VALUES ('${randomUUID()}', '${checksum}', '${name.replaceAll("'", "''")}', ${NOW[engine]}, ${NOW[engine]}, 1)`

const MIGRATIONS_TABLE: Record<Engine, string> = {
  sqlite: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL,
    "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`,
  postgres: `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`,
}
