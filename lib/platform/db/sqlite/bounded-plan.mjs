// Plain JavaScript, because the read threads use it, and they start without a compiler.

/** Matches a step of a plan that finds rows by key. Any other step may take long. */
const BY_KEY =
  /^SEARCH \S+ USING (?:INTEGER PRIMARY KEY|(?:COVERING )?INDEX (\S+)) \(([^()<>]*)\)(?: LEFT-JOIN)?$/
const HARMLESS = /^(SCAN CONSTANT ROW|USE TEMP B-TREE FOR ORDER BY)$/

/**
 * Returns whether a statement finds all its rows by whole unique keys. It then reads as many rows as it is given
 * values, however large the tables are and whatever the values.
 */
export function isBounded(database, { sql, args }) {
  try {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args.map(() => null))
    return steps.every(({ detail }) => HARMLESS.test(detail) || isByKey(database, BY_KEY.exec(detail)))
  } catch {
    return false
  }
}

function isByKey(database, step) {
  if (!step) return false
  const [, index, terms] = step
  if (index === undefined) return terms === 'rowid=?'
  const [found] = database
    .prepare(`SELECT i."unique" = 1 AND i.partial = 0 AS isUnique, s.tbl_name AS tableName
      FROM sqlite_schema s, pragma_index_list(s.tbl_name) i
      WHERE s.type = 'index' AND s.name = ? AND i.name = s.name`)
    .all(index)
  if (!found?.isUnique) return false
  // A unique index may hold NULL many times.
  const columns = database
    .prepare(`SELECT c.name, t."notnull" FROM pragma_index_info(?) c
      LEFT JOIN pragma_table_info(?) t ON t.name = c.name ORDER BY c.seqno`)
    .all(index, found.tableName)
  return (
    columns.every((column) => column.notnull === 1) &&
    terms === columns.map(({ name }) => `${name}=?`).join(' AND ')
  )
}
