/** An index on only some rows of a table. Prisma's models cannot declare one, so migrations create it by hand. */
export interface PartialIndex {
  readonly table: string
  /** The complete CREATE INDEX statement, with its semicolon. */
  readonly statement: string
}

const STATEMENT = new RegExp(
  [
    /^CREATE (?:UNIQUE )?INDEX "(?<made>\w+)"\s+ON "(?<on>\w+)"[^;]*?\sWHERE\s[^;]*;/,
    /^DROP INDEX "(?<dropped>\w+)";/,
    /^DROP TABLE "(?<gone>\w+)";/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gm',
)

/**
 * Splits migrations: returns them in order without their partial indexes, and the partial indexes that exist after
 * them, by name.
 */
export function splitPartialIndexes(migrations: readonly string[]): {
  without: string[]
  indexes: ReadonlyMap<string, PartialIndex>
} {
  const indexes = new Map<string, PartialIndex>()
  const part = (
    statement: string,
    { made, on, dropped, gone }: Record<string, string | undefined>,
  ): string => {
    if (made && on) {
      indexes.set(made, { table: on, statement })
      return ''
    }
    if (dropped) return indexes.delete(dropped) ? '' : statement
    for (const [name, { table }] of indexes) if (table === gone) indexes.delete(name)
    return statement
  }
  const without = migrations.map((text) =>
    text.replaceAll(STATEMENT, (statement, ...rest) => part(statement, rest.at(-1))),
  )
  return { without, indexes }
}

/** Adds to a new migration the partial indexes of each table that it rebuilds, as SQLite must to change one. */
export function withPartialIndexes(script: string, indexes: ReadonlyMap<string, PartialIndex>): string {
  const again = [...indexes.values()].filter(({ table }) => script.includes(`RENAME TO "${table}"`))
  if (again.length === 0) return script
  const statements = again.map(({ statement }) => statement)
  return [script.trimEnd(), '', '-- With a table its partial indexes went.', ...statements, ''].join('\n')
}
