import type { Db, DbLocation } from '@/lib/platform/db'

/** The size of a table with its indexes, and its number of rows. */
export interface TableSize {
  readonly table: string
  readonly bytes: number
  readonly indexBytes: number
}

interface Row {
  readonly table: string
  readonly bytes: number | bigint
  readonly indexBytes: number | bigint
}

const ON_SQLITE = `
  SELECT m.tbl_name AS "table", SUM(d.pgsize) AS "bytes",
    SUM(CASE WHEN m.type = 'index' THEN d.pgsize ELSE 0 END) AS "indexBytes"
  FROM (SELECT name, SUM(pgsize) AS pgsize FROM dbstat WHERE aggregate = TRUE GROUP BY name) d
  JOIN sqlite_master m ON m.name = d.name GROUP BY m.tbl_name ORDER BY 2 DESC`

const ON_POSTGRES = `
  SELECT relname AS "table", pg_total_relation_size(oid) AS "bytes", pg_indexes_size(oid) AS "indexBytes"
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 2 DESC`

/** Returns the tables of a database by size, largest first. On SQLite it reads the whole file. */
export async function tableSizes(db: Db, { engine }: DbLocation): Promise<TableSize[]> {
  const rows = await db.$queryRawUnsafe<Row[]>(engine === 'sqlite' ? ON_SQLITE : ON_POSTGRES)
  return rows.map(({ table, bytes, indexBytes }) => ({
    table,
    bytes: Number(bytes),
    indexBytes: Number(indexBytes),
  }))
}
