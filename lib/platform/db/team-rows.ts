import { engineOf } from './client'
import type { Db } from './db'
import { buildTableShapes, PRISMA_MIGRATIONS_TABLE, quoteIdentifier } from './table-shapes'

/** A table whose rows name their team, with the columns that identify a row. */
export interface TeamTable {
  readonly name: string
  readonly key: readonly string[]
}

interface ColumnRow {
  readonly table: string
  readonly column: string
  readonly isKey: boolean | number | bigint
}

const ON_SQLITE = `SELECT t.name AS "table", c.name AS "column", c.pk > 0 AS "isKey"
  FROM sqlite_master t, pragma_table_info(t.name) c
  WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND t.name <> '${PRISMA_MIGRATIONS_TABLE}'`
const SQLITE_REFERENCES = `SELECT t.name AS "from", f."table" AS "to"
  FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`

const ON_POSTGRES = `SELECT c.relname::text AS "table", a.attname::text AS "column",
    EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS "isKey"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND c.relname <> '${PRISMA_MIGRATIONS_TABLE}'`
const POSTGRES_REFERENCES = `SELECT one.relname::text AS "from", other.relname::text AS "to" FROM pg_constraint f
  JOIN pg_class one ON one.oid = f.conrelid JOIN pg_class other ON other.oid = f.confrelid
  WHERE f.contype = 'f' AND one.relnamespace = current_schema()::regnamespace`

/**
 * Returns the tables whose rows name their team, in an order in which those that refer to others come first. They come
 * from the engine's catalogue, so that tables added later are included.
 */
export async function teamTables(db: Db): Promise<TeamTable[]> {
  const isSqlite = engineOf(db) === 'sqlite'
  const columns = await db.$queryRawUnsafe<ColumnRow[]>(isSqlite ? ON_SQLITE : ON_POSTGRES)
  const references = await db.$queryRawUnsafe<{ from: string; to: string }[]>(
    isSqlite ? SQLITE_REFERENCES : POSTGRES_REFERENCES,
  )
  const shapes = buildTableShapes(
    columns.map(({ table, column }) => ({ table, column, type: 'TEXT' })),
    references,
  )
  return shapes
    .filter((shape) => shape.columns.some(({ name }) => name === 'teamId'))
    .reverse()
    .map(({ name }) => ({
      name,
      key: columns.flatMap((row) => (row.table === name && Number(row.isKey) === 1 ? [row.column] : [])),
    }))
}

/**
 * Deletes at most `limit` of a team's rows in a table. Returns their number. If it is less than `limit`, none is left.
 */
export function deleteTeamRows(
  db: Db,
  { name, key }: TeamTable,
  teamId: string,
  limit: number,
): Promise<number> {
  const parts = key.map(quoteIdentifier).join()
  const parameter = (index: number) => (engineOf(db) === 'sqlite' ? '?' : `$${index}`)
  return db.$executeRawUnsafe(
    `DELETE FROM ${quoteIdentifier(name)} WHERE (${parts}) IN (
       SELECT ${parts} FROM ${quoteIdentifier(name)} WHERE "teamId" = ${parameter(1)} LIMIT ${parameter(2)})`,
    teamId,
    limit,
  )
}
