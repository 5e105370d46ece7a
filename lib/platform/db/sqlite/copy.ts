import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils'
import type { CopySource, CopyTarget } from '../copy-types'
import {
  buildTableShapes,
  type ColumnKind,
  DERIVED_TABLES,
  PRISMA_MIGRATIONS_TABLE,
  QUEUE_ALL_PAGES,
  quoteIdentifier,
  readBatchSize,
  type TableShape,
  type TextRow,
} from '../table-shapes'
import { createPlainSqliteAdapter } from './adapter'

const AS_TEXT: Readonly<Record<ColumnKind, (column: string) => string>> = {
  text: (column) => column,
  integer: (column) => `CAST(${column} AS TEXT)`,
  boolean: (column) => `CAST(${column} AS TEXT)`,
  moment: (column) => `CAST(${column} AS TEXT)`,
  bytes: (column) => `CASE WHEN ${column} IS NULL THEN NULL ELSE hex(${column}) END`,
}

const FROM_TEXT: Readonly<Record<ColumnKind, string>> = {
  text: '?',
  integer: 'CAST(? AS INTEGER)',
  boolean: 'CAST(? AS INTEGER)',
  moment: 'CAST(? AS INTEGER)',
  bytes: 'unhex(?)',
}

/**
 * Reads a file as it is at one moment, while others write to it. The write-ahead log keeps that moment for this
 * reader.
 */
export async function openSqliteCopySource(file: string): Promise<CopySource> {
  const connection = await createPlainSqliteAdapter(file).connect()
  const all = queryOf(connection)
  try {
    await run(connection, 'BEGIN')
    // The first read fixes the moment.
    const migrations = await all(
      `SELECT migration_name FROM "${PRISMA_MIGRATIONS_TABLE}" WHERE rolled_back_at IS NULL`,
    )
    return {
      engine: 'sqlite',
      migrations: migrations.map(([name]) => String(name)).sort(),
      tables: await readTables(all),
      count: async ({ name }) => Number((await all(`SELECT COUNT(*) FROM ${quoteIdentifier(name)}`))[0]?.[0]),
      async *rows(table) {
        const key = await keyOf(all, table)
        const parts = key.map((column) => quoteIdentifier(column.name)).join()
        const kinds = [...key, ...table.columns]
        const text = `SELECT ${kinds.map((column) => AS_TEXT[column.kind](quoteIdentifier(column.name))).join()}
          FROM ${quoteIdentifier(table.name)} WHERE (${parts}) > (${key.map(({ kind }) => FROM_TEXT[kind]).join()})
          ORDER BY ${parts} LIMIT ${readBatchSize(table)}`
        for (let after: TextRow = key.map(({ kind }) => (kind === 'text' ? '' : '-1')); ; ) {
          const rows = (await all(text, after)).map((row) => row.map(textOrNull))
          const last = rows.at(-1)
          if (!last) return
          yield rows.map((row) => row.slice(key.length))
          after = last.slice(0, key.length)
        }
      },
      close: () => connection.dispose(),
    }
  } catch (error) {
    await connection.dispose()
    throw error
  }
}

/** Fills a file in one transaction. */
export async function openSqliteCopyTarget(file: string): Promise<CopyTarget> {
  const connection = await createPlainSqliteAdapter(file).connect()
  const all = queryOf(connection)
  await run(connection, 'PRAGMA foreign_keys = OFF')
  await run(connection, 'BEGIN IMMEDIATE')
  return {
    tables: await readTables(all),
    count: async ({ name }) => Number((await all(`SELECT COUNT(*) FROM ${quoteIdentifier(name)}`))[0]?.[0]),
    async insert({ name, columns }, rows) {
      const tuple = `(${columns.map(({ kind }) => FROM_TEXT[kind]).join()})`
      const names = columns.map((column) => quoteIdentifier(column.name)).join()
      const text = `INSERT INTO ${quoteIdentifier(name)} (${names}) VALUES ${rows.map(() => tuple).join()}`
      await run(connection, text, rows.flat())
    },
    async commit() {
      // In an older version's tables there is no queue yet. The migration that creates it fills it.
      const [queue] = await all("SELECT 1 FROM sqlite_master WHERE name = 'UnindexedPage'")
      if (queue) await run(connection, QUEUE_ALL_PAGES)
      await run(connection, 'COMMIT')
    },
    close: () => connection.dispose(),
  }
}

type SelectText = (text: string, args?: readonly (string | null)[]) => Promise<unknown[][]>

async function readTables(all: SelectText): Promise<TableShape[]> {
  const columns = await all(`SELECT t.name, c.name, c.type FROM sqlite_master t, pragma_table_info(t.name) c
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name <> '${PRISMA_MIGRATIONS_TABLE}'
      AND NOT EXISTS (SELECT 1 FROM json_each('${JSON.stringify(DERIVED_TABLES)}') d
        WHERE t.name = d.value OR t.name LIKE d.value || '\\_%' ESCAPE '\\')
    ORDER BY t.name, c.cid`)
  const references =
    await all(`SELECT t.name, f."table" FROM sqlite_master t, pragma_foreign_key_list(t.name) f
    WHERE t.type = 'table'`)
  return buildTableShapes(
    columns.map(([table, column, type]) => ({
      table: String(table),
      column: String(column),
      type: String(type),
    })),
    references.map(([from, to]) => ({ from: String(from), to: String(to) })),
  )
}

/**
 * Returns the columns by which a table's rows are read in order: SQLite's own row id, or the primary key of a table
 * without one.
 */
async function keyOf(all: SelectText, { name, columns }: TableShape): Promise<TableShape['columns']> {
  const [[isPlain] = []] = await all('SELECT wr = 0 FROM pragma_table_list WHERE name = ?', [name])
  if (Number(isPlain) === 1) return [{ name: 'rowid', kind: 'integer' }]
  const key = await all('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', [name])
  return key.flatMap(([part]) => columns.find((column) => column.name === part) ?? [])
}

const queryOf =
  (connection: SqlDriverAdapter): SelectText =>
  async (text, args = []) =>
    (await connection.queryRaw(statement(text, args))).rows

async function run(connection: SqlDriverAdapter, text: string, args: TextRow = []): Promise<void> {
  await connection.executeRaw(statement(text, args))
}

const statement = (sql: string, args: TextRow) => ({
  sql,
  args: [...args],
  argTypes: args.map(() => ({ scalarType: 'string', arity: 'scalar' }) as const),
})

const textOrNull = (value: unknown): string | null => (value === null ? null : String(value))
