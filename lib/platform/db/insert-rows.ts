import { engineOf } from './client'
import type { Tx } from './db'
import { jsonRows, type Storable } from './json-rows'

type Value = Storable | Uint8Array

/**
 * Inserts rows of the same columns with one statement. Prisma compiles each of its multi-row inserts again, which
 * takes a tenth of the process's time at a key's full pace. Table and columns are Purser's own words, never input.
 */
export async function insertRows<Row extends { readonly [Column in keyof Row]: Value }>(
  tx: Tx,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first) as (keyof Row & string)[]
  const names = columns.map((column) => `"${column}"`).join()
  const plain = rows.filter(isPlain)
  if (plain.length === rows.length) {
    const { select, json } = jsonRows(tx, columns, plain)
    await tx.$executeRawUnsafe(`INSERT INTO "${table}" (${names}) ${select}`, json)
    return
  }
  const isSqlite = engineOf(tx) === 'sqlite'
  let place = 0
  const tuple = () => `(${columns.map(() => (isSqlite ? '?' : `$${++place}`)).join()})`
  const text = `INSERT INTO "${table}" (${names}) VALUES ${rows.map(tuple).join()}`
  await tx.$executeRawUnsafe(text, ...rows.flatMap((row) => columns.map((column) => row[column])))
}

/** Returns whether a row has no bytes, which JSON cannot hold. */
const isPlain = <Row extends { readonly [Column in keyof Row]: Value }>(
  row: Row,
): row is Row & Readonly<Record<keyof Row, Storable>> =>
  !Object.values(row).some((value) => value instanceof Uint8Array)
