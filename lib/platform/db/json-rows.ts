import { engineOf } from './client'
import type { Tx } from './db'

export type Storable = string | number | bigint | boolean | Date | null

/** Returns PostgreSQL's cast for the texts of a column, by one of its values. */
function castOf(value: Storable | undefined): string {
  if (value instanceof Date) return '::timestamp(3)'
  if (typeof value === 'boolean') return '::boolean'
  return typeof value === 'string' ? '' : '::bigint'
}

const written = (value: Storable, isSqlite: boolean): string => {
  if (typeof value === 'string') return JSON.stringify(value)
  // In the form in which each engine stores a time.
  if (value instanceof Date)
    return isSqlite ? String(value.getTime()) : `"${value.toISOString().slice(0, -1)}"`
  return String(value)
}

/**
 * Returns rows as the source of an INSERT, with one parameter for all of them: the number of values costs each client
 * and the database more than the values themselves. Amounts keep every digit. Columns are Purser's own words, never
 * input.
 */
export function jsonRows<Column extends string>(
  tx: Tx,
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Storable>>[],
): { readonly select: string; readonly json: string } {
  const isSqlite = engineOf(tx) === 'sqlite'
  const tuples = rows.map((row) => `[${columns.map((column) => written(row[column], isSqlite)).join()}]`)
  const parts = columns.map((column, place) => {
    if (isSqlite) return `j.value ->> ${place}`
    const told = rows.find((row) => row[column] !== null)
    return told ? `(j.value ->> ${place})${castOf(told[column])}` : 'NULL'
  })
  const from = isSqlite ? 'json_each(?) j' : 'jsonb_array_elements($1::jsonb) j'
  // The condition keeps SQLite from parsing ON CONFLICT as part of a join.
  return { select: `SELECT ${parts.join()} FROM ${from} WHERE TRUE`, json: `[${tuples.join()}]` }
}
