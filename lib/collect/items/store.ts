import {
  buildInsert,
  type Db,
  engineOf,
  joinSql,
  sql,
  type Tx,
  teamCondition,
  type WriteStatement,
} from '@/lib/platform/db'

/** The only file that names ResultPage. */

export interface PageRow {
  readonly attemptId: string
  readonly teamId: string
  readonly runId: string
  readonly pageNumber: number
  readonly itemCount: number
  /** The packed items; null if `sourceId` names the page that holds them. */
  readonly packed: Uint8Array<ArrayBuffer> | null
  readonly sourceId: string | null
  readonly news: string
  readonly at: Date
}

export const insertPages = (tx: Tx, rows: readonly PageRow[]): WriteStatement =>
  buildInsert(tx, 'ResultPage', rows)

/** Returns a run's pages without their content, in order; only the first ones, if `take` says how many. */
export const selectPageHeads = (db: Db | Tx, teamId: string, runId: string, take?: number) =>
  db.resultPage.findMany({
    where: { teamId, runId },
    ...(take !== undefined && { take }),
    select: { attemptId: true, pageNumber: true, itemCount: true, sourceId: true, news: true, at: true },
    orderBy: { pageNumber: 'asc' },
  })

/** Returns some pages of a run from a number on, without their content, in order. */
export const selectPagesAfter = (db: Db, teamId: string, runId: string, from: number, take: number) =>
  db.resultPage.findMany({
    where: { teamId, runId, pageNumber: { gte: from } },
    select: { attemptId: true, pageNumber: true, itemCount: true, sourceId: true, news: true, at: true },
    orderBy: { pageNumber: 'asc' },
    take,
  })

/** Returns the run of each of these pages, and the page that holds its items. */
export const selectPageOrigins = (db: Db, teamId: string, ids: string[]) =>
  db.resultPage.findMany({
    where: byIds(teamId, ids),
    select: { attemptId: true, runId: true, sourceId: true },
  })

/** Returns which items of these pages were new when they were stored. */
export const selectNewItemFlags = (tx: Tx, teamId: string, ids: string[]) =>
  tx.resultPage.findMany({ where: byIds(teamId, ids), select: { attemptId: true, news: true } })

const CONTENT = { attemptId: true, packed: true } as const

/** Selects pages of a team by id. */
const byIds = (teamId: string, ids: string[]) => ({ attemptId: { in: ids }, ...teamCondition(teamId) })

/** Returns the contents of pages, by id. */
export const selectPageContents = (db: Db, teamId: string, ids: string[]) =>
  db.resultPage.findMany({ where: byIds(teamId, ids), select: CONTENT })

/** Returns the purchase time of the oldest page that a run took from those bought earlier; null if it took none. */
export async function selectOldestReusedAt(db: Db, teamId: string, runId: string): Promise<Date | null> {
  const taken = await db.resultPage.findMany({
    where: { teamId, runId, sourceId: { not: null } },
    select: { sourceId: true },
  })
  const ids = taken.flatMap(({ sourceId }) => sourceId ?? [])
  if (ids.length === 0) return null
  const { _min } = await db.resultPage.aggregate({
    where: byIds(teamId, ids),
    _min: { at: true },
  })
  return _min.at
}

/**
 * Returns the ids of a run's pages whose items were deleted, in the page itself or in the one that it was taken from.
 */
export async function selectDeletedPageIds(db: Db, teamId: string, runId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ readonly attemptId: string }[]>`
    SELECT page."attemptId" FROM "ResultPage" page
    WHERE page."teamId" = ${teamId} AND page."runId" = ${runId} AND page."itemCount" > 0
      AND page."packed" IS NULL
      AND (page."sourceId" IS NULL OR NOT EXISTS (
        SELECT 1 FROM "ResultPage" WHERE "attemptId" = page."sourceId" AND "packed" IS NOT NULL))
    ORDER BY page."pageNumber"`
  return rows.map(({ attemptId }) => attemptId)
}

/** Returns the run of each page, and when the page was bought or taken. */
export const selectPagePurchases = (db: Db, teamId: string, ids: string[]) =>
  db.resultPage.findMany({
    where: byIds(teamId, ids),
    select: { attemptId: true, runId: true, at: true },
  })

/** Some of a team's pages: those of a run, or those bought up to a given time and, if given, after another. */
export interface PageSelection {
  readonly runId?: string
  readonly upTo: Date
  readonly after?: Date
}

/** Sums the undeleted content of pages. The rows' heads hold its length, so no content is read. */
export async function sumPageContents(db: Db, teamId: string, { runId, upTo, after }: PageSelection) {
  // Uses the run's index rather than the team's: see `byIds`.
  const whose = runId
    ? sql`COALESCE("teamId", '') = ${teamId} AND "runId" = ${runId}`
    : sql`"teamId" = ${teamId}`
  const [row] = await db.$queryRaw<Record<'pages' | 'items' | 'bytes', bigint | number | null>[]>`
    SELECT COUNT(*) AS "pages", SUM("itemCount") AS "items",
      SUM(octet_length("packed")) AS "bytes"
    FROM "ResultPage" WHERE ${whose} AND "at" <= ${upTo} AND "packed" IS NOT NULL
      ${after ? sql`AND "at" > ${after}` : sql``}`
  return { pages: Number(row?.pages ?? 0), items: Number(row?.items ?? 0), bytes: Number(row?.bytes ?? 0) }
}

/** Sums all of a team's content if its pages, with and without content, are at most `limit`; else null. */
export async function sumPageContentsIfFew(db: Db, teamId: string, upTo: Date, limit: number) {
  const [row] = await db.$queryRaw<Record<'all' | 'pages' | 'items' | 'bytes', bigint | number | null>[]>`
    SELECT COUNT(*) AS "all", COUNT(p."bytes") AS "pages",
      SUM(CASE WHEN p."bytes" IS NULL THEN 0 ELSE p."itemCount" END) AS "items", SUM(p."bytes") AS "bytes"
    FROM (
      SELECT "itemCount", octet_length("packed") AS "bytes"
      FROM "ResultPage" WHERE "teamId" = ${teamId} AND "at" <= ${upTo} ORDER BY "at" DESC LIMIT ${limit + 1}) p`
  if (Number(row?.all ?? 0) > limit) return null
  return { pages: Number(row?.pages ?? 0), items: Number(row?.items ?? 0), bytes: Number(row?.bytes ?? 0) }
}

/** Returns what the index needs to know of pages. */
export const selectPagesToIndex = (db: Db, teamId: string, ids: string[]) =>
  db.resultPage.findMany({
    where: byIds(teamId, ids),
    select: { attemptId: true, runId: true, at: true, sourceId: true, itemCount: true },
  })

/**
 * Returns which pages still have content and, on PostgreSQL, keeps others from deleting it before the end of the
 * transaction. On SQLite nobody else writes meanwhile.
 */
export async function lockPagesWithContent(tx: Tx, teamId: string, ids: string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ attemptId: string }[]>(sql`
    SELECT "attemptId" FROM "ResultPage"
    WHERE "attemptId" IN (${joinSql(ids)}) AND COALESCE("teamId", '') = ${teamId}
      AND ("packed" IS NOT NULL OR "sourceId" IS NOT NULL)
    ORDER BY "attemptId" ${engineOf(tx) === 'sqlite' ? sql`` : sql`FOR SHARE`}`)
  return new Set(rows.map(({ attemptId }) => attemptId))
}

const HOLDS = { packed: { not: null } }
/** Deleting a run's items also drops its links to pages of other runs. */
const HOLDS_OR_TOOK = [HOLDS, { sourceId: { not: null } }]

/** The position of a walk through pages. */
export interface PagePosition {
  readonly attemptId: string
  readonly pageNumber: number
  readonly at: Date
}

const PLACE = { attemptId: true, pageNumber: true, at: true } as const

/** Returns the team's next pages with content, oldest first, after the last emptied page. */
export const selectNextTeamPages = (
  db: Db,
  teamId: string,
  { upTo, after }: PageSelection,
  last: PagePosition | null,
  limit: number,
): Promise<PagePosition[]> =>
  db.resultPage.findMany({
    where: { teamId, at: { lte: upTo, ...(last ? { gte: last.at } : after && { gt: after }) }, ...HOLDS },
    select: PLACE,
    orderBy: { at: 'asc' },
    take: limit,
  })

/** Returns the run's next pages with content, own or taken, in order. */
export const selectNextRunPages = (
  db: Db,
  teamId: string,
  runId: string,
  last: PagePosition | null,
  limit: number,
): Promise<PagePosition[]> =>
  db.resultPage.findMany({
    where: { teamId, runId, pageNumber: { gt: last?.pageNumber ?? 0 }, OR: HOLDS_OR_TOOK },
    select: PLACE,
    orderBy: { pageNumber: 'asc' },
    take: limit,
  })

/** Returns a team's next pages with content from a moment on, own or taken, oldest first. */
export const selectPagesSince = (
  db: Db,
  teamId: string,
  since: Date,
  last: PagePosition | null,
  take: number,
) =>
  db.resultPage.findMany({
    where: {
      teamId,
      at: { gte: last?.at ?? since },
      OR: HOLDS_OR_TOOK,
      ...(last && { NOT: { at: last.at, attemptId: { lte: last.attemptId } } }),
    },
    select: PLACE,
    orderBy: [{ at: 'asc' }, { attemptId: 'asc' }],
    take,
  })

/** Deletes the content of pages. If `unlinksSources`, also drops their links to other pages, whose content stays. */
export const clearPageContents = (tx: Tx, teamId: string, ids: string[], unlinksSources: boolean) =>
  tx.resultPage.updateMany({
    where: byIds(teamId, ids),
    data: { packed: null, ...(unlinksSources && { sourceId: null }) },
  })

/** The only file that names ItemMark. */

/** The parts to set on an item's mark; omitted fields stay as they are. */
export interface MarkChange {
  readonly state?: string | undefined
  readonly note?: string | undefined
}

interface MarkBy {
  readonly byName: string
  readonly at: Date
}

export type MarkRow = Awaited<ReturnType<typeof saveMark>>

/** The state of a mark that no longer says anything. */
const EMPTY = { state: 'none', note: '' } as const

/** Sets the given parts of an item's mark. Returns the whole mark. */
export const saveMark = (tx: Tx, teamId: string, itemId: string, { state, note }: MarkChange, by: MarkBy) => {
  const change = {
    ...(state !== undefined && { state }),
    ...(note !== undefined && { note }),
    ...by,
  }
  return tx.itemMark.upsert({
    where: { teamId_itemId: { teamId, itemId } },
    create: { ...EMPTY, ...change, teamId, itemId },
    update: change,
  })
}

/** Deletes an item's mark if it no longer says anything. */
export const deleteEmptyMark = (tx: Tx, teamId: string, itemId: string) =>
  tx.itemMark.deleteMany({ where: { teamId, itemId, ...EMPTY } })

/** Returns whether the team has marked anything. */
export async function hasMarks(db: Db, teamId: string): Promise<boolean> {
  const rows = await db.$queryRaw<
    unknown[]
  >`SELECT 1 AS "one" FROM "ItemMark" WHERE "teamId" = ${teamId} LIMIT 1`
  return rows.length > 0
}

/** Returns the marks of these items. */
export const selectMarks = (db: Db | Tx, teamId: string, itemIds: string[]): Promise<MarkRow[]> =>
  db.itemMark.findMany({ where: { teamId, itemId: { in: itemIds } } })

/** Returns all marks of a team that hide an item and, on request, those that star or note one. */
export const selectTeamMarks = (
  db: Db,
  teamId: string,
  { starred, noted }: { readonly starred: boolean; readonly noted: boolean },
) =>
  db.itemMark.findMany({
    where: {
      teamId,
      OR: [
        { state: { in: starred ? ['hidden', 'starred'] : ['hidden'] } },
        ...(noted ? [{ note: { not: '' } }] : []),
      ],
    },
    select: { itemId: true, state: true, note: true },
    orderBy: { itemId: 'asc' },
  })

/** The only file that names Sighting. */

interface PageOfStream {
  readonly streamId: string
  readonly pageId: string
  readonly itemIds: readonly string[]
}

/** Indices of a page's items that no earlier page of its stream had, by page. */
export type FirstSightings = ReadonlyMap<string, ReadonlySet<number>>

type SightingRow = readonly [itemId: string, streamId: string, pageId: string, place: number]

/**
 * Records the items of pages in their streams and returns the new ones by page. Uses one or two statements with one
 * parameter in all, because a key at full pace returns twenty thousand items a second.
 */
export async function recordSightings(
  tx: Tx,
  teamId: string,
  pages: readonly PageOfStream[],
  at: Date,
): Promise<FirstSightings> {
  const rows = pages.flatMap(({ streamId, pageId, itemIds }) =>
    itemIds.map((itemId, index): SightingRow => [itemId, streamId, pageId, index]),
  )
  if (rows.length === 0) return new Map()
  // The order is the same everywhere, so that two transactions cannot wait for each other.
  const json = JSON.stringify(rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  return engineOf(tx) === 'sqlite'
    ? recordSightingsUnshared(tx, teamId, { rows, json, at })
    : recordSightingsConcurrently(tx, teamId, { json, at })
}

interface Noting {
  readonly json: string
  readonly at: Date
}

/**
 * Records items on SQLite, where nobody else writes meanwhile. If as many rows were inserted as there are items, all
 * are new, as on most pages; else the rows that name these pages show which are. CROSS JOIN keeps the order, so that
 * each item is looked up instead of being compared with all sightings.
 */
async function recordSightingsUnshared(
  tx: Tx,
  teamId: string,
  { rows, json, at }: Noting & { readonly rows: readonly SightingRow[] },
): Promise<FirstSightings> {
  const count = await tx.$executeRaw`
    INSERT INTO "Sighting" ("teamId", "itemId", "streamId", "pageId", "place", "at")
    SELECT ${teamId}, value->>0, value->>1, value->>2, value->>3, ${at} FROM json_each(${json}) WHERE true
    ON CONFLICT DO NOTHING`
  const fresh =
    count === rows.length
      ? rows.map(([, , pageId, place]) => ({ pageId, place }))
      : await tx.$queryRaw<{ pageId: string; place: number | bigint }[]>`
          SELECT s."pageId", s."place" FROM json_each(${json}) j CROSS JOIN "Sighting" s
          WHERE s."teamId" = ${teamId} AND s."itemId" = j.value->>0 AND s."streamId" = j.value->>1
            AND s."pageId" = j.value->>2 AND s."place" = j.value->>3`
  const first = new Map<string, Set<number>>()
  for (const { pageId, place } of fresh)
    first.set(pageId, (first.get(pageId) ?? new Set()).add(Number(place)))
  return first
}

/**
 * Records items on PostgreSQL, where others may record the same at the same time: the inserted rows show which are
 * new.
 */
async function recordSightingsConcurrently(
  tx: Tx,
  teamId: string,
  { json, at }: Noting,
): Promise<FirstSightings> {
  const pages = await tx.$queryRaw<{ pageId: string; places: string }[]>`
    WITH noted AS (
      INSERT INTO "Sighting" ("teamId", "itemId", "streamId", "pageId", "place", "at")
      SELECT ${teamId}, value->>0, value->>1, value->>2, (value->>3)::int, ${at}
      FROM jsonb_array_elements(${json}::jsonb)
      ON CONFLICT DO NOTHING RETURNING "pageId", "place"
    )
    SELECT "pageId", string_agg("place"::text, ',') AS "places" FROM noted GROUP BY "pageId"`
  return new Map(pages.map(({ pageId, places }) => [pageId, new Set(places.split(',').map(Number))]))
}

/** Returns whether any run of the team has found an item. */
export const hasSighting = async (db: Db, teamId: string, itemId: string): Promise<boolean> =>
  (await db.sighting.findFirst({ where: { teamId, itemId }, select: { itemId: true } })) !== null

/** Returns where each stream of the team first saw an item, earliest first. */
export const selectSightings = (db: Db, teamId: string, itemId: string) =>
  db.sighting.findMany({
    where: { teamId, itemId },
    select: { streamId: true, pageId: true, place: true, at: true },
    orderBy: [{ at: 'asc' }, { streamId: 'asc' }],
  })

/** Returns where each stream of the team first had these items, earliest first, and whether that page is stored. */
export async function selectFirstSights(db: Db, teamId: string, itemIds: readonly string[]) {
  if (itemIds.length === 0) return []
  const rows = await db.$queryRaw<
    { itemId: string; pageId: string; runId: string; isStored: boolean | number | bigint }[]
  >(sql`
    SELECT s."itemId", s."pageId", p."runId",
      (p."packed" IS NOT NULL OR EXISTS (
        SELECT 1 FROM "ResultPage" o WHERE o."attemptId" = p."sourceId" AND o."packed" IS NOT NULL)) AS "isStored"
    FROM "Sighting" s JOIN "ResultPage" p ON p."attemptId" = s."pageId"
    WHERE s."teamId" = ${teamId} AND s."itemId" IN (${joinSql(itemIds.map((id) => sql`${id}`))})
    ORDER BY s."at", s."streamId"`)
  return rows.map((row) => ({ ...row, isStored: Boolean(row.isStored) }))
}
