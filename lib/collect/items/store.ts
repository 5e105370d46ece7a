import { type Db, insertRows, sql, type Tx } from '@/lib/platform/db'

/** The only file that names ResultPage. */

export interface PageRow {
  readonly attemptId: string
  readonly teamId: string
  readonly runId: string
  readonly pageNumber: number
  readonly itemCount: number
  /** The items, packed; null where `sourceId` says whose they are. */
  readonly packed: Uint8Array<ArrayBuffer> | null
  readonly sourceId: string | null
  readonly news: string
  readonly at: Date
}

export const insertPages = (tx: Tx, rows: readonly PageRow[]) => insertRows(tx, 'ResultPage', rows)

/** What is known of a run's pages without opening them, in their order. */
export const selectPageHeads = (db: Db, teamId: string, runId: string) =>
  db.resultPage.findMany({
    where: { teamId, runId },
    select: { attemptId: true, pageNumber: true, itemCount: true, sourceId: true, news: true, at: true },
    orderBy: { pageNumber: 'asc' },
  })

/** Whose pages these are, and where their items lie. */
export const selectPageOrigins = (db: Db, teamId: string, ids: string[]) =>
  db.resultPage.findMany({
    where: byIds(teamId, ids),
    select: { attemptId: true, runId: true, sourceId: true },
  })

const CONTENT = { attemptId: true, items: true, packed: true } as const

/**
 * Pages of a team by their ids. Said like this, SQLite looks them up by id; a plain equal team makes it read all pages
 * of the team where there are more than a few ids.
 */
const byIds = (teamId: string, ids: string[]) => ({
  attemptId: { in: ids },
  NOT: { teamId: { not: teamId } },
})

/** The contents of pages, by id. */
export const selectPageContents = (db: Db, teamId: string, ids: string[]) =>
  db.resultPage.findMany({ where: byIds(teamId, ids), select: CONTENT })

/** When the oldest of the pages was bought that a run took from those bought before; null where it took none. */
export async function selectOldestSource(db: Db, teamId: string, runId: string): Promise<Date | null> {
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

/** What has contents that belong to the page itself. */
const STORED = sql`("packed" IS NOT NULL OR "items" IS NOT NULL)`

/** The pages of a run whose items were deleted, or those of the page that they were taken from; by id. */
export async function selectDeletedIds(db: Db, teamId: string, runId: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ readonly attemptId: string }[]>`
    SELECT page."attemptId" FROM "ResultPage" page
    WHERE page."teamId" = ${teamId} AND page."runId" = ${runId} AND page."itemCount" > 0
      AND page."packed" IS NULL AND page."items" IS NULL
      AND (page."sourceId" IS NULL OR NOT EXISTS (
        SELECT 1 FROM "ResultPage" WHERE "attemptId" = page."sourceId" AND ${STORED}))
    ORDER BY page."pageNumber"`
  return rows.map(({ attemptId }) => attemptId)
}

/** Of which run pages are, and when they were bought or taken. */
export const selectOrigins = (db: Db, teamId: string, ids: string[]) =>
  db.resultPage.findMany({
    where: byIds(teamId, ids),
    select: { attemptId: true, runId: true, at: true },
  })

/** Some of a team's pages: those of a run, or bought up to a moment and, where one is named, after another. */
export interface PageChoice {
  readonly runId?: string
  readonly upTo: Date
  readonly after?: Date
}

/** What pages hold that were not deleted. The lengths stand in the rows' heads: no content is read. */
export async function sumContents(db: Db, teamId: string, { runId, upTo, after }: PageChoice) {
  // Of one run by its index, not by the team's: see `byIds`.
  const whose = runId
    ? sql`COALESCE("teamId", '') = ${teamId} AND "runId" = ${runId}`
    : sql`"teamId" = ${teamId}`
  const [row] = await db.$queryRaw<Record<'pages' | 'items' | 'bytes', bigint | number | null>[]>`
    SELECT COUNT(*) AS "pages", SUM("itemCount") AS "items",
      SUM(COALESCE(octet_length("packed"), 0) + COALESCE(octet_length("items"), 0)) AS "bytes"
    FROM "ResultPage" WHERE ${whose} AND "at" <= ${upTo} AND ${STORED}
      ${after ? sql`AND "at" > ${after}` : sql``}`
  return { pages: Number(row?.pages ?? 0), items: Number(row?.items ?? 0), bytes: Number(row?.bytes ?? 0) }
}

const HOLDS = [{ packed: { not: null } }, { items: { not: null } }]
/** Deleting a run's items is letting go, too, of the pages that it took from others. */
const HOLDS_OR_TOOK = [...HOLDS, { sourceId: { not: null } }]

/** Where a walk through pages stands: at one of them. */
export interface PagePlace {
  readonly attemptId: string
  readonly pageNumber: number
  readonly at: Date
}

const PLACE = { attemptId: true, pageNumber: true, at: true } as const

/** The next pages of a team that hold something, the oldest first, from a page on that was emptied. */
export const selectNextOfTeam = (
  db: Db,
  teamId: string,
  { upTo, after }: PageChoice,
  last: PagePlace | null,
  most: number,
): Promise<PagePlace[]> =>
  db.resultPage.findMany({
    where: { teamId, at: { lte: upTo, ...(last ? { gte: last.at } : after && { gt: after }) }, OR: HOLDS },
    select: PLACE,
    orderBy: { at: 'asc' },
    take: most,
  })

/** The next pages of a run that hold something or took it from others, in their order. */
export const selectNextOfRun = (
  db: Db,
  teamId: string,
  runId: string,
  last: PagePlace | null,
  most: number,
): Promise<PagePlace[]> =>
  db.resultPage.findMany({
    where: { teamId, runId, pageNumber: { gt: last?.pageNumber ?? 0 }, OR: HOLDS_OR_TOOK },
    select: PLACE,
    orderBy: { pageNumber: 'asc' },
    take: most,
  })

/** Deletes what pages hold; `letsGo`: also of the pages that they were taken from, whose content stays there. */
export const clearContents = (db: Db, teamId: string, ids: string[], letsGo: boolean) =>
  db.resultPage.updateMany({
    where: byIds(teamId, ids),
    data: { packed: null, items: null, ...(letsGo && { sourceId: null }) },
  })
