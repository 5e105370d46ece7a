import { engineOf, type Tx } from './client'

type Countable = string | number | bigint

/** Databases take some thirty thousand values in a statement. */
const MOST_VALUES = 30_000

/**
 * Adds to rows that count something: those of a key that is not there yet are inserted. All in one statement, in the
 * order of the keys, so that two transactions cannot deadlock. Each key comes once. Table and columns are Purser's own
 * words, never input.
 */
export async function addRows<Row extends { readonly [Column in keyof Row]: Countable }>(
  tx: Tx,
  table: string,
  {
    key,
    measures,
  }: { readonly key: readonly (keyof Row & string)[]; readonly measures: readonly (keyof Row & string)[] },
  rows: readonly Row[],
): Promise<void> {
  const columns = [...key, ...measures]
  const nameOf = (row: Row) => key.map((column) => row[column]).join('\n')
  const sorted = rows.map((row) => ({ row, name: nameOf(row) })).sort((a, b) => (a.name < b.name ? -1 : 1))
  const atOnce = Math.floor(MOST_VALUES / columns.length)
  const isSqlite = engineOf(tx) === 'sqlite'
  const names = (of: readonly string[]) => of.map((column) => `"${column}"`).join()
  const added = measures.map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`).join()
  for (let at = 0; at < sorted.length; at += atOnce) {
    const some = sorted.slice(at, at + atOnce)
    let place = 0
    const tuple = () => `(${columns.map(() => (isSqlite ? '?' : `$${++place}`)).join()})`
    await tx.$executeRawUnsafe(
      `INSERT INTO "${table}" (${names(columns)}) VALUES ${some.map(tuple).join()}
       ON CONFLICT (${names(key)}) DO UPDATE SET ${added}`,
      ...some.flatMap(({ row }) => columns.map((column) => row[column])),
    )
  }
}
