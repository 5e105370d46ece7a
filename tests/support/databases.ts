import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, describe, inject, test } from 'vitest'
import { type Db, type DbLocation, type Engine, engineOf, openDb } from '@/lib/platform/db'
import { asAdmin, urlOf } from './database-templates'

/** A fresh, migrated database for one test. */
export interface TestDb {
  readonly db: Db
  readonly location: DbLocation
  /** Disconnects and deletes it, as the end of its group does. */
  close(): Promise<void>
}

/** Sets a group's scene and defines its tests. What `open` opens is closed when the group ends, even if it fails. */
type Tests = (open: () => Promise<TestDb>, engine: Engine) => unknown

/**
 * Runs tests of what may differ between engines on SQLite and, if this machine has it, PostgreSQL: handwritten SQL,
 * locks, races, amounts, deletion, copies.
 */
export function describeOnEachEngine(name: string, tests: Tests): void {
  describeOnSqlite(name, tests)
  describeOnPostgres(name, tests)
}

/** Runs tests that need any database, on SQLite. TEST_ENGINES=both runs them on each engine. */
export function describeOnDatabase(name: string, tests: Tests): void {
  if (process.env.TEST_ENGINES === 'both') describeOnEachEngine(name, tests)
  else describeOnSqlite(name, tests)
}

/** Runs tests of what only SQLite has. */
export function describeOnSqlite(name: string, tests: Tests): void {
  describeOn('sqlite', `${name} (SQLite)`, tests)
}

/** Runs tests of what only PostgreSQL has, if this machine has it. */
export function describeOnPostgres(name: string, tests: Tests): void {
  const title = `${name} (PostgreSQL)`
  if (inject('postgresAdminUrl')) describeOn('postgres', title, tests)
  else describe.skip(title, () => test('needs a PostgreSQL', () => undefined))
}

function describeOn(engine: Engine, title: string, tests: Tests): void {
  describe(title, async () => {
    const all: TestDb[] = []
    // Hooks run in reverse order: a group ends what uses a database before the database is closed.
    afterAll(() => Promise.all(all.map(({ close }) => close())))
    const open = async () => {
      const opened = await openTestDb(engine)
      all.push(opened)
      return opened
    }
    await tests(open, engine)
  })
}

/** Copies and opens a migrated database. Throws on PostgreSQL without a server. */
async function openTestDb(engine: Engine): Promise<TestDb> {
  const { location, remove } = engine === 'sqlite' ? await createFile() : await createDatabase()
  return opened(location, remove)
}

function opened(location: DbLocation, remove: () => Promise<void>): TestDb {
  const db = openDb(location)
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= db.$disconnect().then(remove)
    return closed
  }
  return { db, location, close }
}

/** Opens a database without any table. Throws on PostgreSQL without a server. */
export async function openEmpty(engine: Engine): Promise<TestDb> {
  const { location, remove } =
    engine === 'sqlite' ? await createFile(false) : await createDatabase('template0')
  return opened(location, remove)
}

interface Created {
  readonly location: DbLocation
  remove(): Promise<void>
}

async function createFile(isMigrated = true): Promise<Created> {
  const { sqlite } = inject('databaseTemplates')
  // In the run's own folder, because a group that is filtered out closes nothing.
  const folder = await mkdtemp(join(dirname(sqlite), 'test-'))
  const file = join(folder, 'purser.db')
  if (isMigrated) await copyFile(sqlite, file)
  return {
    location: { engine: 'sqlite', file },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function createDatabase(template?: string): Promise<Created> {
  const adminUrl = inject('postgresAdminUrl')
  const { postgres } = inject('databaseTemplates')
  if (!adminUrl || !postgres) throw new Error('This run has no PostgreSQL')
  const name = `test_${randomBytes(8).toString('hex')}`
  const from = template ?? postgres.migrated
  await asAdmin(adminUrl, `CREATE DATABASE "${name}" TEMPLATE "${from}" ${postgres.strategy}`)
  return {
    location: { engine: 'postgres', url: urlOf(adminUrl, name) },
    remove: async () => void (await asAdmin(adminUrl, `DROP DATABASE "${name}" WITH (FORCE)`)),
  }
}

/**
 * Simulates a full disk for every change of the tables, with the engine's own error. Returns a function that frees it.
 */
export async function fillDisk(db: Db): Promise<() => Promise<void>> {
  const isSqlite = engineOf(db) === 'sqlite'
  // The index of words is a virtual table of SQLite, which takes no triggers.
  const tables = await db.$queryRawUnsafe<{ name: string }[]>(
    isSqlite
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'ItemWords%'`
      : `SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'`,
  )
  if (isSqlite) await db.$executeRawUnsafe('CREATE TABLE "filler" ("piece" BLOB)')
  else
    await db.$executeRawUnsafe(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`,
    )
  const does = isSqlite
    ? 'BEGIN INSERT INTO "filler" VALUES (zeroblob(1000000)); END'
    : 'FOR EACH ROW EXECUTE FUNCTION full_disk()'
  for (const { name } of tables)
    for (const change of ['INSERT', 'UPDATE', 'DELETE'])
      await db.$executeRawUnsafe(
        `CREATE TRIGGER "full ${name} ${change}" BEFORE ${change} ON "${name}" ${does}`,
      )
  // Fewer pages than exist, so the file cannot grow.
  if (isSqlite) await db.$queryRawUnsafe('PRAGMA max_page_count = 1')
  return async () =>
    void (isSqlite
      ? await db.$queryRawUnsafe('PRAGMA max_page_count = 1000000')
      : await db.$executeRawUnsafe('DROP FUNCTION full_disk() CASCADE'))
}

/** Makes every insert into a table fail as on a full disk. Returns a function that undoes it. */
export async function breakTable({ db, location }: TestDb, table: string): Promise<() => Promise<void>> {
  if (location.engine === 'sqlite') {
    await db.$executeRawUnsafe(
      `CREATE TRIGGER "broken" BEFORE INSERT ON "${table}" BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    )
    return async () => void (await db.$executeRawUnsafe('DROP TRIGGER "broken"'))
  }
  await db.$executeRawUnsafe(
    `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$`,
  )
  await db.$executeRawUnsafe(
    `CREATE TRIGGER broken BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION broken()`,
  )
  return async () => void (await db.$executeRawUnsafe('DROP FUNCTION broken() CASCADE'))
}
