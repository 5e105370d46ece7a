import pg from 'pg'
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

const AS_TEXT: Readonly<Record<ColumnKind, (column: string) => string>> = {
  text: (column) => `${column}::text`,
  integer: (column) => `${column}::text`,
  boolean: (column) => `${column}::int::text`,
  moment: (column) => `floor(extract(epoch FROM ${column}) * 1000)::bigint::text`,
  bytes: (column) => `upper(encode(${column}, 'hex'))`,
}

const FROM_TEXT: Readonly<Record<ColumnKind, (text: string) => string>> = {
  text: (text) => text,
  integer: (text) => `${text}::bigint`,
  boolean: (text) => `${text}::int::boolean`,
  moment: (text) => `(timestamp 'epoch' + ${text}::bigint * interval '1 millisecond')`,
  bytes: (text) => `decode(${text}, 'hex')`,
}

/** Reads a database as it is at one moment, while others write to it. */
export async function openPostgresCopySource(url: string): Promise<CopySource> {
  const client = await connect(url, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    const migrations = await all(
      client,
      `SELECT migration_name FROM "${PRISMA_MIGRATIONS_TABLE}" WHERE rolled_back_at IS NULL`,
    )
    return {
      engine: 'postgres',
      migrations: migrations.map(([name]) => String(name)).sort(),
      tables: await readTables(client),
      count: ({ name }) => countRows(client, name),
      async *rows(table) {
        const { name, columns } = table
        const list = columns.map((column) => AS_TEXT[column.kind](quoteIdentifier(column.name))).join()
        await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${list} FROM ${quoteIdentifier(name)}`)
        for (;;) {
          const rows = await all(client, `FETCH ${readBatchSize(table)} FROM copied`)
          if (rows.length === 0) break
          yield rows
        }
        await client.query('CLOSE copied')
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Fills a database in one transaction. */
export async function openPostgresCopyTarget(url: string): Promise<CopyTarget> {
  const client = await connect(url, 'BEGIN')
  return {
    tables: await readTables(client),
    count: ({ name }) => countRows(client, name),
    async insert({ name, columns }, rows) {
      const names = columns.map((column) => quoteIdentifier(column.name)).join()
      const values = columns.map(({ kind }, at) => FROM_TEXT[kind](`c${at}`)).join()
      const given = columns.map((_, at) => `$${at + 1}::text[]`).join()
      // One parameter per column, so that the server parses the same short statement each time.
      await client.query(
        `INSERT INTO ${quoteIdentifier(name)} (${names}) SELECT ${values} FROM unnest(${given}) r(${columns.map((_, at) => `c${at}`).join()})`,
        columns.map((_, at) => rows.map((row) => row[at] ?? null)),
      )
    },
    async commit() {
      // In an older version's tables there is no queue yet. The migration that creates it fills it.
      const [[queue] = []] = await all(client, `SELECT to_regclass('"UnindexedPage"')::text`)
      if (queue) await client.query(QUEUE_ALL_PAGES)
      await client.query('COMMIT')
    },
    close: () => client.end(),
  }
}

async function connect(url: string, begin: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(begin)
  // The other side of the copy may be slow, and a server or a pooler may limit idle transactions.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
  return client
}

const all = async (client: pg.Client, text: string): Promise<TextRow[]> =>
  (await client.query<(string | null)[]>({ text, rowMode: 'array' })).rows

const countRows = async (client: pg.Client, table: string): Promise<number> =>
  Number((await all(client, `SELECT COUNT(*)::text FROM ${quoteIdentifier(table)}`))[0]?.[0])

async function readTables(client: pg.Client): Promise<TableShape[]> {
  const columns = await all(
    client,
    `SELECT c.table_name::text, c.column_name::text, c.data_type::text
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.table_name <> '${PRISMA_MIGRATIONS_TABLE}'
       AND c.table_name NOT IN (${DERIVED_TABLES.map((name) => `'${name}'`).join()})
     ORDER BY c.table_name, c.ordinal_position`,
  )
  const references = await all(
    client,
    `SELECT one.relname::text, other.relname::text FROM pg_constraint f
     JOIN pg_class one ON one.oid = f.conrelid JOIN pg_class other ON other.oid = f.confrelid
     WHERE f.contype = 'f' AND one.relnamespace = current_schema()::regnamespace`,
  )
  return buildTableShapes(
    columns.map(([table, column, type]) => ({ table: table ?? '', column: column ?? '', type: type ?? '' })),
    references.map(([from, to]) => ({ from: from ?? '', to: to ?? '' })),
  )
}
