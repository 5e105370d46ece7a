/** The form in which a column's values are written as text. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'moment' | 'bytes'

export interface TableShape {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
}

/** A row: its columns' values as text, the same on both engines. Moments are milliseconds, bytes are hex digits. */
export type TextRow = readonly (string | null)[]

/** A column as an engine's catalogue describes it. */
export interface CatalogueColumn {
  readonly table: string
  readonly column: string
  readonly type: string
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  TEXT: 'text',
  INTEGER: 'integer',
  BIGINT: 'integer',
  BOOLEAN: 'boolean',
  DATETIME: 'moment',
  'TIMESTAMP WITHOUT TIME ZONE': 'moment',
  BLOB: 'bytes',
  BYTEA: 'bytes',
}

/**
 * Returns the tables in an order in which those that others refer to come first. Throws for a column type that no copy
 * supports.
 */
export function buildTableShapes(
  columns: readonly CatalogueColumn[],
  references: readonly { readonly from: string; readonly to: string }[],
): TableShape[] {
  const shapes = new Map<string, TableShape['columns']>()
  for (const { table, column, type } of columns) {
    const kind = KINDS[type.toUpperCase()]
    if (!kind) throw new Error(`The column ${table}.${column} has the type ${type}, which no copy knows.`)
    shapes.set(table, [...(shapes.get(table) ?? []), { name: column, kind }])
  }
  const ordered = new Set<string>()
  const place = (table: string, below: readonly string[]): void => {
    if (ordered.has(table) || below.includes(table)) return
    for (const { from, to } of references) if (from === table) place(to, [...below, table])
    ordered.add(table)
  }
  for (const table of [...shapes.keys()].sort()) place(table, [])
  return [...ordered].map((name) => ({ name, columns: shapes.get(name) ?? [] }))
}

/**
 * Returns the number of rows to read at a time. Rows with bytes, such as packed items, are thousands of times larger
 * than others.
 */
export const readBatchSize = ({ columns }: TableShape): number =>
  columns.some(({ kind }) => kind === 'bytes') ? 100 : 1000

/**
 * Tables that Purser fills from others by itself: what finds items by their words. They are not copied, because each
 * engine has its own form.
 */
export const DERIVED_TABLES = ['IndexedItem', 'ItemWords', 'UnindexedPage'] as const

/** Fills the tables above again, in time: the worker indexes what waits. */
export const QUEUE_ALL_PAGES = `INSERT INTO "UnindexedPage" ("teamId", "at", "attemptId")
  SELECT "teamId", "at", "attemptId" FROM "ResultPage"
  WHERE "itemCount" > 0 AND ("packed" IS NOT NULL OR "sourceId" IS NOT NULL)`

/** Prisma's own table. The migrations fill it, so it is not copied. */
export const PRISMA_MIGRATIONS_TABLE = '_prisma_migrations'

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
