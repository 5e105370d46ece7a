import { type Db, engineOf, type Tx } from '@/lib/platform/db'

/** The only file that names Sighting. */

interface PageOfStream {
  readonly streamId: string
  readonly pageId: string
  readonly itemIds: readonly string[]
}

/** Indices of a page's items that no earlier page of its stream had, by page. */
export type FirstSights = ReadonlyMap<string, ReadonlySet<number>>

type SightingRow = readonly [itemId: string, streamId: string, pageId: string, place: number]

/**
 * Records the items of pages in their streams and returns the new ones by page. Uses one or two statements with one
 * parameter in all, because a key at full pace brings twenty thousand items a second.
 */
export async function noteSightings(
  tx: Tx,
  teamId: string,
  pages: readonly PageOfStream[],
  at: Date,
): Promise<FirstSights> {
  const rows = pages.flatMap(({ streamId, pageId, itemIds }) =>
    itemIds.map((itemId, place): SightingRow => [itemId, streamId, pageId, place]),
  )
  if (rows.length === 0) return new Map()
  // The order is the same everywhere, so that two transactions cannot wait for each other.
  const json = JSON.stringify(rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  return engineOf(tx) === 'sqlite'
    ? noteAlone(tx, teamId, { rows, json, at })
    : noteBesideOthers(tx, teamId, { json, at })
}

interface Noting {
  readonly json: string
  readonly at: Date
}

/**
 * Records items on SQLite, where nobody else writes meanwhile: it first reads the few that are known; all others are
 * new. CROSS JOIN keeps the order, so that each item is looked up instead of being compared with all sightings.
 */
async function noteAlone(
  tx: Tx,
  teamId: string,
  { rows, json, at }: Noting & { readonly rows: readonly SightingRow[] },
): Promise<FirstSights> {
  const known = await tx.$queryRaw<{ itemId: string; streamId: string }[]>`
    SELECT s."itemId", s."streamId" FROM json_each(${json}) j CROSS JOIN "Sighting" s
    WHERE s."teamId" = ${teamId} AND s."itemId" = j.value->>0 AND s."streamId" = j.value->>1`
  await tx.$executeRaw`
    INSERT INTO "Sighting" ("teamId", "itemId", "streamId", "pageId", "place", "at")
    SELECT ${teamId}, value->>0, value->>1, value->>2, value->>3, ${at} FROM json_each(${json}) WHERE true
    ON CONFLICT DO NOTHING`
  const seen = new Set(known.map(({ itemId, streamId }) => `${streamId} ${itemId}`))
  const first = new Map<string, Set<number>>()
  for (const [itemId, streamId, pageId, place] of rows) {
    const name = `${streamId} ${itemId}`
    if (!seen.has(name)) first.set(pageId, (first.get(pageId) ?? new Set()).add(place))
    seen.add(name)
  }
  return first
}

/**
 * Records items on PostgreSQL, where others may record the same at the same time: the inserted rows show which are
 * new.
 */
async function noteBesideOthers(tx: Tx, teamId: string, { json, at }: Noting): Promise<FirstSights> {
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

/** Returns whether any run of the team has brought an item. */
export const hasSighting = async (db: Db, teamId: string, itemId: string): Promise<boolean> =>
  (await db.sighting.findFirst({ where: { teamId, itemId }, select: { itemId: true } })) !== null

/** Returns where each stream of the team first saw an item, earliest first. */
export const selectSightings = (db: Db, teamId: string, itemId: string) =>
  db.sighting.findMany({
    where: { teamId, itemId },
    select: { streamId: true, pageId: true, place: true, at: true },
    orderBy: [{ at: 'asc' }, { streamId: 'asc' }],
  })
