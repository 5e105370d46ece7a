import type { Engine } from './db'
import type { TableShape, TextRow } from './table-shapes'

/** A database as it is at one moment, read table by table in little memory. */
export interface CopySource {
  readonly engine: Engine
  /** Names of the migrations that were applied to it. */
  readonly migrations: readonly string[]
  /** Tables in an order in which those that others refer to come first. */
  readonly tables: readonly TableShape[]
  count(table: TableShape): Promise<number>
  /** Returns a table's rows in batches. Read one table to its end before the next. */
  rows(table: TableShape): AsyncGenerator<readonly TextRow[]>
  close(): Promise<void>
}

/** A migrated database that is filled in one transaction. If it is closed without a commit, it stays as it was. */
export interface CopyTarget {
  readonly tables: readonly TableShape[]
  count(table: TableShape): Promise<number>
  insert(table: TableShape, rows: readonly TextRow[]): Promise<void>
  commit(): Promise<void>
  close(): Promise<void>
}
