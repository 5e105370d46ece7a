import type { Tx } from './db'
import { jsonRows } from './json-rows'

type Countable = string | number | bigint

/**
 * Adds to rows of counters and inserts those whose key does not exist yet. Uses one statement, in the order of the
 * keys, so that two transactions cannot deadlock. Each key must occur once. Table and columns are Purser's own words,
 * never input.
 */
export async function addRows<Column extends string>(
  tx: Tx,
  table: string,
  { key, measures }: { readonly key: readonly Column[]; readonly measures: readonly Column[] },
  rows: readonly Readonly<Record<Column, Countable>>[],
): Promise<void> {
  if (rows.length === 0) return
  const columns = [...key, ...measures]
  const named = rows.map((row) => ({ row, name: key.map((column) => row[column]).join('\n') }))
  const sorted = named.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ row }) => row)
  const { select, json } = jsonRows(tx, columns, sorted)
  const names = (of: readonly string[]) => of.map((column) => `"${column}"`).join()
  const added = measures.map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`).join()
  await tx.$executeRawUnsafe(
    `INSERT INTO "${table}" (${names(columns)}) ${select} ON CONFLICT (${names(key)}) DO UPDATE SET ${added}`,
    json,
  )
}
