import { engineOf } from './client'
import type { Engine, Tx } from './db'
import { Prisma } from './generated/sqlite/client'

/** A statement that writes and whose result nobody needs; null if there is nothing to write. */
export type WriteStatement = Prisma.Sql | null

/**
 * Writes what does not depend on each other. On PostgreSQL it is one statement, because each is a round trip; two
 * transactions then lock their rows in the same order if their lists have the same order.
 */
export async function executeWrites(tx: Tx, writes: readonly WriteStatement[]): Promise<void> {
  const [first, ...others] = writes.filter((write) => write !== null)
  if (!first) return
  if (engineOf(tx) === 'sqlite' || others.length === 0) {
    for (const write of [first, ...others]) await tx.$executeRaw(write)
    return
  }
  const parts = others.map((write, index) => Prisma.sql`${Prisma.raw(`"write${index}"`)} AS (${write})`)
  await tx.$executeRaw`WITH ${Prisma.join(parts)} ${first}`
}

type Storable = string | number | bigint | boolean | Date | null
type Value = Storable | Uint8Array

/** Inserts rows of the same columns with one statement. Table and columns are Purser's own words, never input. */
export const insertRows = <Row extends { readonly [Column in keyof Row]: Value }>(
  tx: Tx,
  table: string,
  rows: readonly Row[],
): Promise<void> => executeWrites(tx, [buildInsert(tx, table, rows)])

/**
 * Returns the statement of `insertRows`. It has one parameter for all rows: Prisma compiles each of its multi-row
 * inserts again, which takes a tenth of the process's time at a key's full pace.
 */
export function buildInsert<Row extends { readonly [Column in keyof Row]: Value }>(
  tx: Tx,
  table: string,
  rows: readonly Row[],
): WriteStatement {
  const [first] = rows
  if (!first) return null
  const columns = Object.keys(first) as (keyof Row & string)[]
  const into = Prisma.sql`INSERT INTO ${Prisma.raw(`"${table}" (${namesOf(columns)})`)}`
  const plain = rows.filter(isPlain)
  if (plain.length === rows.length) return Prisma.sql`${into} ${jsonRows(engineOf(tx), columns, plain)}`
  const tuples = rows.map((row) => Prisma.sql`(${Prisma.join(columns.map((column) => row[column]))})`)
  return Prisma.sql`${into} VALUES ${Prisma.join(tuples)}`
}

/** Returns whether a row has no bytes, which JSON cannot hold. */
const isPlain = <Row extends { readonly [Column in keyof Row]: Value }>(
  row: Row,
): row is Row & Readonly<Record<keyof Row, Storable>> =>
  !Object.values(row).some((value) => value instanceof Uint8Array)

type Countable = string | number | bigint

interface Shape<Column extends string> {
  readonly key: readonly Column[]
  readonly measures: readonly Column[]
}

/**
 * Returns a statement that adds to rows of counters and inserts those whose key does not exist yet, in the order of the
 * keys, so that two transactions cannot deadlock. Each key must occur once. Table and columns are Purser's own words,
 * never input.
 */
export function buildCounterUpsert<Column extends string>(
  tx: Tx,
  table: string,
  { key, measures }: Shape<Column>,
  rows: readonly Readonly<Record<Column, Countable>>[],
): WriteStatement {
  if (rows.length === 0) return null
  const columns = [...key, ...measures]
  const named = rows.map((row) => ({ row, name: key.map((column) => row[column]).join('\n') }))
  const sorted = named.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ row }) => row)
  const added = measures.map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`).join()
  return Prisma.sql`INSERT INTO ${Prisma.raw(`"${table}" (${namesOf(columns)})`)} ${jsonRows(engineOf(tx), columns, sorted)}
    ON CONFLICT (${Prisma.raw(namesOf(key))}) DO UPDATE SET ${Prisma.raw(added)}`
}

const namesOf = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join()

/** Returns rows as the source of an INSERT. Amounts keep every digit. */
function jsonRows<Column extends string>(
  engine: Engine,
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Storable>>[],
): Prisma.Sql {
  const isSqlite = engine === 'sqlite'
  const tuples = rows.map((row) => `[${columns.map((column) => written(row[column], isSqlite)).join()}]`)
  const json = `[${tuples.join()}]`
  const parts = columns.map((column, index) => {
    if (isSqlite) return `j.value ->> ${index}`
    const told = rows.find((row) => row[column] !== null)
    return told ? `(j.value ->> ${index})${castOf(told[column])}` : 'NULL'
  })
  // The condition keeps SQLite from parsing ON CONFLICT as part of a join.
  return Prisma.sql`SELECT ${Prisma.raw(parts.join())} FROM ${jsonElementsSql(engine, json)} j WHERE TRUE`
}

/** Returns the elements of a JSON array as rows of a FROM, each as `value`. */
export const jsonElementsSql = (engine: Engine, json: string): Prisma.Sql =>
  engine === 'sqlite' ? Prisma.sql`json_each(${json})` : Prisma.sql`jsonb_array_elements(${json}::jsonb)`

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
