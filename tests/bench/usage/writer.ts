import type { DbLocation } from '@/lib/platform/db'
import { type Db, insertRows, openDb } from '@/lib/platform/db'

type Row = Parameters<typeof insertRows>[2][number]
/** Maximum number of values in one statement. */
const MAX_VALUES = 30_000

/** Fills a database with large statements that the engine itself computes; nothing else uses it meanwhile. */
export interface Writer {
  readonly db: Db
  readonly isSqlite: boolean
  run(text: string): Promise<void>
  rows<T>(text: string): Promise<T[]>
  /** Inserts rows from here, with the same columns. */
  put<T extends object>(table: string, rows: readonly T[]): Promise<void>
  /** Converts milliseconds since 1970 to a time column. */
  moment(ms: string): string
  /** Converts a time column to milliseconds since 1970. */
  msOf(column: string): string
  /** Returns a UUID of version 7, which sorts by time, then by number. `kind` separates the ids of several tables. */
  uuid(kind: number, ms: string, number: string): string
  /** Does something while the indexes of tables, except keys, are dropped, then recreates them. */
  withoutIndexes(tables: readonly string[], work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Opens a migrated database for filling. On SQLite nothing survives a power cut until it is closed. */
export async function openWriter(location: DbLocation): Promise<Writer> {
  const isSqlite = location.engine === 'sqlite'
  const db = openDb(location)
  const rows = <T>(text: string) => db.$queryRawUnsafe<T[]>(text)
  const run = async (text: string) => void (await db.$executeRawUnsafe(text))
  if (isSqlite)
    for (const pragma of ['synchronous = OFF', 'cache_size = -600000']) await rows(`PRAGMA ${pragma}`)
  return {
    db,
    isSqlite,
    run,
    rows,
    async put(table, all) {
      const columns = Object.keys(all[0] ?? {}).length
      const atOnce = Math.floor(MAX_VALUES / Math.max(1, columns))
      for (let from = 0; from < all.length; from += atOnce)
        await insertRows(db, table, all.slice(from, from + atOnce) as unknown as Row[])
    },
    moment: (ms) => (isSqlite ? `(${ms})` : `(to_timestamp((${ms}) / 1000.0) AT TIME ZONE 'UTC')`),
    msOf: (column) => (isSqlite ? column : `CAST(ROUND(EXTRACT(EPOCH FROM ${column}) * 1000) AS BIGINT)`),
    uuid: isSqlite ? sqliteUuid : postgresUuid,
    async withoutIndexes(tables, work) {
      const found = await rows<{ name: string; text: string }>(
        isSqlite ? onSqlite(tables) : onPostgres(tables),
      )
      for (const { name } of found) await run(`DROP INDEX "${name}"`)
      await work()
      for (const { text } of found) await run(text)
    },
    close: () => db.$disconnect(),
  }
}

const sqliteUuid = (kind: number, ms: string, number: string): string =>
  `printf('%08x-%04x-7${hex(kind)}-8000-%012x', (${ms}) >> 16, (${ms}) & 65535, ${number})`

const postgresUuid = (kind: number, ms: string, number: string): string =>
  `lpad(to_hex((${ms}) >> 16), 8, '0') || '-' || lpad(to_hex((${ms}) & 65535), 4, '0') || '-7${hex(kind)}-8000-'
    || lpad(to_hex(CAST(${number} AS BIGINT)), 12, '0')`

const hex = (kind: number): string => kind.toString(16).padStart(3, '0')

const listed = (tables: readonly string[]): string => tables.map((table) => `'${table}'`).join()

const onSqlite = (tables: readonly string[]): string =>
  `SELECT name, sql AS text FROM sqlite_master
   WHERE type = 'index' AND sql IS NOT NULL AND sql NOT LIKE 'CREATE UNIQUE%' AND tbl_name IN (${listed(tables)})`

const onPostgres = (tables: readonly string[]): string =>
  `SELECT indexname AS name, indexdef AS text FROM pg_indexes
   WHERE tablename IN (${listed(tables)}) AND indexdef NOT LIKE 'CREATE UNIQUE%'`
