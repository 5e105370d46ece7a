/** How a column's values are written as text. */
export type ColumnKind = 'text' | 'integer' | 'boolean' | 'moment' | 'bytes'

export interface TableShape {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[]
}

/** One row: its columns' values as text, the same on both engines. Moments are milliseconds, bytes hex digits. */
export type TextRow = readonly (string | null)[]

/** What an engine's catalogue says of a column. */
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

/** The tables with those first that others refer to. Throws for a type of column that no copy knows. */
export function shapesOf(
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

/** How many rows are read at a time: those with bytes, such as packed items, are thousands of times larger than others. */
export const batchOf = ({ columns }: TableShape): number =>
  columns.some(({ kind }) => kind === 'bytes') ? 100 : 1000

/** Prisma's own table: what it says is made by the migrations. */
export const MIGRATIONS = '_prisma_migrations'

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
