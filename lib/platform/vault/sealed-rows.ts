import { columnSql, type Db, sql, type Tx, transaction } from '@/lib/platform/db'
import type { SealedRow } from './sealed-text'

/** Rows in one transaction. */
const BATCH = 100

interface StoredRow {
  readonly id: string
  readonly teamId: string
  readonly sealed: string
}

/**
 * Writes every sealed text as `change` returns it, `batch` rows in a transaction. Rows that are already changed cost a
 * read. Returns the number written.
 */
export async function rewriteSealedTexts(
  db: Db,
  change: (sealed: string, row: SealedRow) => string,
  onBatch: () => Promise<void> = () => Promise.resolve(),
  batch = BATCH,
): Promise<number> {
  let written = 0
  for (const place of SEALED_COLUMNS) {
    for (let after = ''; ; ) {
      const { last, count } = await transaction(db, async (tx) => {
        const rows = await selectSealed(tx, place, after, batch)
        const changed = rows.flatMap((row) => {
          const sealed = change(row.sealed, boundTo(row))
          return sealed === row.sealed ? [] : [{ ...row, sealed }]
        })
        for (const row of changed) await updateSealed(tx, place, row)
        return { last: rows.at(-1)?.id, count: changed.length }
      })
      written += count
      if (last === undefined) break
      after = last
      await onBatch()
    }
  }
  return written
}

/** Counts the sealed texts that `change` would still write. */
export async function countSealedTextsToRewrite(
  tx: Tx,
  change: (sealed: string, row: SealedRow) => string,
): Promise<number> {
  let count = 0
  for (const place of SEALED_COLUMNS) {
    for (let after = ''; ; ) {
      const rows = await selectSealed(tx, place, after)
      count += rows.filter((row) => change(row.sealed, boundTo(row)) !== row.sealed).length
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
  return count
}

const boundTo = ({ id, teamId }: StoredRow): SealedRow => ({ teamId, keyId: id })

const selectSealed = (
  tx: Tx,
  { table, column, id, team }: SealedColumn,
  after: string,
  batch = BATCH,
): Promise<StoredRow[]> => {
  const [sealed, key] = [columnSql(column), columnSql(id)]
  return tx.$queryRaw<StoredRow[]>`
    SELECT ${key} AS "id", ${team === null ? sql`''` : columnSql(team)} AS "teamId", ${sealed} AS "sealed"
    FROM ${columnSql(table)} WHERE ${sealed} <> '' AND ${key} > ${after} ORDER BY ${key} LIMIT ${batch}`
}

const updateSealed = (tx: Tx, { table, column, id }: SealedColumn, row: StoredRow) =>
  tx.$executeRaw`
    UPDATE ${columnSql(table)} SET ${columnSql(column)} = ${row.sealed} WHERE ${columnSql(id)} = ${row.id}`

/** A column that holds sealed texts, and the ids that each is bound to. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Column with the row's id. */
  readonly id: string
  /** Column with the team's id; null if the row belongs to no team. */
  readonly team: string | null
}

/**
 * Every column in which the vault's sealed texts are stored; a new master key wraps them all. Such a column's name
 * begins with "sealed", and a test compares this list with the models.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'Key', column: 'sealed', id: 'id', team: 'teamId' },
  { table: 'AlertChannel', column: 'sealed', id: 'id', team: 'teamId' },
  { table: 'Pepper', column: 'sealed', id: 'name', team: null },
]
