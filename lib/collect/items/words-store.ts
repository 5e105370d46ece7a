import {
  buildInsert,
  type Db,
  engineOf,
  joinSql,
  jsonElementsSql,
  parseMoment,
  type StoredMoment,
  sql,
  type Tx,
  transaction,
  type WriteStatement,
} from '@/lib/platform/db'

/**
 * The only file that names IndexedItem, UnindexedPage and ItemWords. ItemWords is SQLite's own index of words (FTS5),
 * and on PostgreSQL a table with one; its row ids are the ids of IndexedItem, and deleting those deletes its rows.
 */

export interface IndexedRow {
  readonly id: bigint
  readonly teamId: string
  readonly itemId: string
  readonly audience: string
  readonly item: string
  readonly runId: string
  readonly pageId: string
  readonly pageAt: Date
  readonly sourceId: string | null
  readonly hasOlder: boolean
  /** The searches whose runs found it, separated by spaces. */
  readonly searchIds: string
}

/** Returns the statement that queues pages for the index. */
export const insertUnindexedPages = (
  tx: Tx,
  rows: readonly { readonly teamId: string; readonly at: Date; readonly attemptId: string }[],
): WriteStatement => buildInsert(tx, 'UnindexedPage', rows)

/** Queues pages that may be queued already. */
export async function queuePagesAgain(
  tx: Tx,
  teamId: string,
  pages: readonly { readonly at: Date; readonly attemptId: string }[],
): Promise<void> {
  const insert = insertUnindexedPages(
    tx,
    pages.map(({ at, attemptId }) => ({ teamId, at, attemptId })),
  )
  if (insert) await tx.$executeRaw(sql`${insert} ON CONFLICT DO NOTHING`)
}

/** Returns the team's next pages to index, oldest first. */
export const selectUnindexedPages = (db: Db, teamId: string, take: number) =>
  db.unindexedPage.findMany({ where: { teamId }, orderBy: [{ at: 'asc' }, { attemptId: 'asc' }], take })

/** Removes pages from the queue. Returns how many were still in it. */
export const deleteUnindexedPages = async (
  tx: Tx,
  teamId: string,
  pages: readonly { readonly at: Date; readonly attemptId: string }[],
): Promise<number> => {
  const ats = pages.map(({ at }) => at)
  const ids = pages.map(({ attemptId }) => attemptId)
  return (await tx.unindexedPage.deleteMany({ where: { teamId, at: { in: ats }, attemptId: { in: ids } } }))
    .count
}

const jsonOf = (db: Db | Tx, values: readonly unknown[]) =>
  jsonElementsSql(engineOf(db), JSON.stringify(values))

interface ItemKey {
  readonly itemId: string
  readonly audience: string
}

type IndexedItemColumns = Omit<IndexedRow, 'id' | 'pageAt' | 'hasOlder'> & {
  readonly id: string
  readonly pageAt: StoredMoment
  readonly hasOlder: boolean | number | bigint
}

/** Returns the rows of these items. */
export async function selectIndexedItems(
  tx: Tx,
  teamId: string,
  keys: readonly ItemKey[],
): Promise<IndexedRow[]> {
  const pairs = keys.map(({ itemId, audience }) => [itemId, audience])
  const rows = await tx.$queryRaw<IndexedItemColumns[]>(sql`
    SELECT CAST(i."id" AS TEXT) AS "id", i."teamId", i."itemId", i."audience", i."item", i."runId", i."pageId",
      i."pageAt", i."sourceId", i."hasOlder", i."searchIds"
    FROM ${jsonOf(tx, pairs)} j CROSS JOIN "IndexedItem" i
    WHERE i."teamId" = ${teamId} AND i."itemId" = j.value->>0 AND i."audience" = j.value->>1`)
  return rows.map((row) => ({
    ...row,
    id: BigInt(row.id),
    pageAt: parseMoment(row.pageAt),
    hasOlder: Boolean(Number(row.hasOlder)),
  }))
}

/** Returns the largest id in a half-open range; null if there is none. */
export async function selectLargestId(tx: Tx, from: bigint, to: bigint): Promise<bigint | null> {
  const [row] = await tx.$queryRaw<{ id: string | null }[]>`
    SELECT CAST(MAX("id") AS TEXT) AS "id" FROM "IndexedItem" WHERE "id" >= ${from} AND "id" < ${to}`
  return row?.id ? BigInt(row.id) : null
}

/** Inserts rows, and changes those whose id exists. */
export async function upsertIndexedItems(tx: Tx, rows: readonly IndexedRow[]): Promise<void> {
  const insert = buildInsert(tx, 'IndexedItem', rows)
  if (!insert) return
  await tx.$executeRaw(sql`${insert} ON CONFLICT ("id") DO UPDATE SET
    "item" = excluded."item", "pageId" = excluded."pageId", "pageAt" = excluded."pageAt",
    "sourceId" = excluded."sourceId", "hasOlder" = excluded."hasOlder",
    "searchIds" = excluded."searchIds"`)
}

/** Sets the words of items, in place of those that they had. */
export async function replaceWords(
  tx: Tx,
  words: readonly (readonly [id: bigint, words: readonly string[]])[],
  known: readonly bigint[],
): Promise<void> {
  if (known.length > 0)
    await tx.$executeRaw(sql`DELETE FROM "ItemWords" WHERE rowid IN (
      SELECT CAST(j.value->>0 AS BIGINT) FROM ${jsonOf(
        tx,
        known.map((id) => [String(id)]),
      )} j)`)
  if (words.length === 0) return
  const source = jsonOf(
    tx,
    words.map(([id, all]) => [String(id), all.join(' ')]),
  )
  await (engineOf(tx) === 'sqlite'
    ? tx.$executeRaw(sql`INSERT INTO "ItemWords" (rowid, "words")
        SELECT CAST(j.value->>0 AS BIGINT), j.value->>1 FROM ${source} j`)
    : tx.$executeRaw(sql`INSERT INTO "ItemWords" ("rowid", "words")
        SELECT CAST(j.value->>0 AS BIGINT), array_to_tsvector(string_to_array(j.value->>1, ' ')) FROM ${source} j`))
}

/**
 * Deletes the items that pages brought. Returns when the first one was bought that other pages brought, too; null if
 * there is none.
 */
export async function deleteIndexedItems(tx: Tx, teamId: string, pageIds: string[]): Promise<bigint | null> {
  // Uses the pages' indexes rather than the team's, which would read all of its items.
  const ofPages = sql`COALESCE("teamId", '') = ${teamId} AND "id" IN (
    SELECT "id" FROM "IndexedItem" WHERE "pageId" IN (${joinSql(pageIds)})
    UNION SELECT "id" FROM "IndexedItem" WHERE "sourceId" IN (${joinSql(pageIds)}))`
  const [row] = await tx.$queryRaw<{ id: string | null }[]>(sql`
    SELECT CAST(MIN("id") AS TEXT) AS "id" FROM "IndexedItem" WHERE ${ofPages} AND "hasOlder"`)
  await tx.$executeRaw(sql`DELETE FROM "IndexedItem" WHERE ${ofPages}`)
  return row?.id ? BigInt(row.id) : null
}

/** The team's pages that wait for the index. */
export interface WaitingPages {
  readonly pages: number
  /** When the oldest of them was bought; null if none waits. */
  readonly since: Date | null
}

/** Counts the team's pages that wait for the index, up to a number. */
export async function countUnindexedPages(db: Db, teamId: string, upTo: number): Promise<WaitingPages> {
  const [row] = await db.$queryRaw<{ pages: number | bigint; since: StoredMoment | null }[]>`
    SELECT COUNT(*) AS "pages", MIN(p."at") AS "since"
    FROM (SELECT "at" FROM "UnindexedPage" WHERE "teamId" = ${teamId} ORDER BY "at" LIMIT ${upTo}) p`
  return { pages: Number(row?.pages ?? 0), since: row?.since == null ? null : parseMoment(row.since) }
}

/** Words that items must have, and a half-open range of their ids. */
export interface WordQuery {
  /** For each audience, all words that an item must have. */
  readonly alternatives: readonly (readonly string[])[]
  readonly from: bigint
  readonly to: bigint
}

/** Writes the condition in each engine's own language. Words have no quotation marks. */
const matches = (db: Db | Tx, { alternatives, from, to }: WordQuery) => {
  const isSqlite = engineOf(db) === 'sqlite'
  const [mark, and, or] = isSqlite ? ['"', ' AND ', ' OR '] : ["'", ' & ', ' | ']
  const text = alternatives
    .map((words) => `(${words.map((word) => `${mark}${word}${mark}`).join(and)})`)
    .join(or)
  const range = sql`"ItemWords".rowid >= ${from} AND "ItemWords".rowid < ${to}`
  return isSqlite
    ? sql`"ItemWords" MATCH ${text} AND ${range}`
    : sql`"ItemWords"."words" @@ CAST(${text} AS TSQUERY) AND ${range}`
}

/** Number of newest items that PostgreSQL looks through before it reads its index of words. */
const NEWEST = 5000

/** Returns the ids of the newest items that match. */
export async function selectMatches(db: Db, query: WordQuery, limit: number): Promise<bigint[]> {
  if (engineOf(db) === 'sqlite') return newestMatches(db, query, limit)
  // PostgreSQL's index has no order: of a frequent word it would read every item. Such a word is among the newest.
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT CAST("rowid" AS TEXT) AS "id" FROM "ItemWords" WHERE "rowid" >= ${query.from} AND "rowid" < ${query.to}
    ORDER BY "rowid" DESC LIMIT 1 OFFSET ${NEWEST}`
  const found = await newestMatches(db, { ...query, from: row ? BigInt(row.id) : query.from }, limit)
  if (!row || found.length === limit) return found
  return byIndexAlone(db, (tx) => newestMatches(tx, query, limit, sql`"ItemWords".rowid + 0`))
}

async function newestMatches(
  db: Db | Tx,
  query: WordQuery,
  limit: number,
  order = sql`"ItemWords".rowid`,
): Promise<bigint[]> {
  const rows = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT CAST("ItemWords".rowid AS TEXT) AS "id" FROM "ItemWords" WHERE ${matches(db, query)}
    ORDER BY ${order} DESC LIMIT ${limit}`)
  return rows.map(({ id }) => BigInt(id))
}

/** Keeps PostgreSQL from reading the whole table, which it may prefer if it expects many matches. */
const byIndexAlone = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    await tx.$executeRaw`SET LOCAL enable_seqscan = off`
    return read(tx)
  })

/** Matches in one span of ids: its number, counted from the id 0. */
export interface SpanCount {
  readonly span: number
  readonly count: number
}

/** Counts matches by spans of ids of this length; only the newest ones, if there are more than `limit`. */
export async function countMatches(
  db: Db,
  query: WordQuery,
  span: bigint,
  limit: number,
): Promise<SpanCount[]> {
  const count = async (reader: Db | Tx, order = sql`ORDER BY "ItemWords".rowid DESC`) => {
    const rows = await reader.$queryRaw<{ span: number | bigint; count: number | bigint }[]>(sql`
      SELECT m."id" / ${span} AS "span", COUNT(*) AS "count" FROM (
        SELECT "ItemWords".rowid AS "id" FROM "ItemWords" WHERE ${matches(reader, query)}
        ${order} LIMIT ${limit}) m
      GROUP BY 1`)
    return rows.map((row) => ({ span: Number(row.span), count: Number(row.count) }))
  }
  if (engineOf(db) === 'sqlite') return count(db)
  const all = await byIndexAlone(db, (tx) => count(tx, sql``))
  // In the order of the table, a part would not be the newest.
  return all.reduce((sum, each) => sum + each.count, 0) < limit ? all : count(db)
}

type FoundRow = Pick<IndexedRow, 'itemId' | 'item' | 'runId'> & { readonly id: string }

/** Returns items by id, newest first: those of the audiences, and of an item that two of them have, the team's. */
export const selectFoundItems = (
  db: Db,
  teamId: string,
  memberId: string,
  ids: readonly bigint[],
): Promise<FoundRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.$queryRaw<FoundRow[]>(sql`
        SELECT CAST(i."id" AS TEXT) AS "id", i."itemId", i."item", i."runId" FROM "IndexedItem" i
        WHERE i."id" IN (${joinSql([...ids])}) AND COALESCE(i."teamId", '') = ${teamId}
          AND (i."audience" = '' OR (i."audience" = ${memberId} AND NOT EXISTS (
            SELECT 1 FROM "IndexedItem" s
            WHERE s."teamId" = ${teamId} AND s."itemId" = i."itemId" AND s."audience" = '')))
        ORDER BY i."id" DESC`)
