import { foldText } from '@/lib/kernel'
import { engineOf } from './client'
import type { Db } from './db'

/** The pattern of a LIKE, with ESCAPE '\', that finds a text as it stands within a column of folded texts. */
export const likeFolded = (text: string): string => `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`

const ROWS_A_STEP = 500

/**
 * Fills the column `folded` of a table's rows that are older than it, some at a time. `read` answers so many of them with
 * what words are looked for in. The table is Purser's own word, never input. Yields after each step.
 */
export async function* fillFolded(
  db: Db,
  table: string,
  read: (most: number) => Promise<readonly { readonly id: string; readonly words: string }[]>,
): AsyncGenerator<void, void> {
  for (;;) {
    const rows = await read(ROWS_A_STEP)
    if (rows.length > 0)
      await updateFolded(
        db,
        table,
        rows.map(({ id, words }) => [id, foldText(words)]),
      )
    if (rows.length < ROWS_A_STEP) return
    yield
  }
}

/** A row that was changed meanwhile has its own already. */
function updateFolded(db: Db, table: string, rows: readonly (readonly [id: string, folded: string])[]) {
  const isSqlite = engineOf(db) === 'sqlite'
  const values = isSqlite ? 'json_each(?) v' : 'jsonb_array_elements($1::jsonb) v'
  // The plus keeps SQLite from going through all rows that are not filled, for each of these.
  const column = `${isSqlite ? '+' : ''}"${table}"."folded"`
  return db.$executeRawUnsafe(
    `UPDATE "${table}" SET "folded" = v.value->>1 FROM ${values} WHERE "${table}"."id" = v.value->>0 AND ${column} IS NULL`,
    JSON.stringify(rows),
  )
}
