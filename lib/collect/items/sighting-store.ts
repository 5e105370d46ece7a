import { type Db, engineOf, type Tx } from '@/lib/platform/db'

/** The only file that names Sighting. */

interface PageOfStream {
  readonly streamId: string
  readonly pageId: string
  readonly itemIds: readonly string[]
}

/** The places of a page's items that no earlier page of its stream had. */
export type FirstSights = ReadonlyMap<string, ReadonlySet<number>>

type SightingRow = readonly [itemId: string, streamId: string, pageId: string, place: number]

/**
 * Records the items of pages in their streams and returns the new ones, by page. One or two statements with one
 * parameter for all of them: a key at full pace brings twenty thousand a second.
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
  // In one order everywhere, so that two transactions cannot wait for each other.
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
 * On SQLite nobody else writes meanwhile, so this first reads the few known ones; all others are new. CROSS JOIN keeps
 * the order: each item is looked up, instead of comparing all sightings with each.
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

/** On PostgreSQL others may record the same at the same time: the inserted rows tell which are new. */
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

/** Whether any run of the team has brought an item. */
export const hasSighting = async (db: Db, teamId: string, itemId: string): Promise<boolean> =>
  (await db.sighting.findFirst({ where: { teamId, itemId }, select: { itemId: true } })) !== null

/** Where each stream of the team first saw an item, the earliest first. */
export const selectSightings = (db: Db, teamId: string, itemId: string) =>
  db.sighting.findMany({
    where: { teamId, itemId },
    select: { streamId: true, pageId: true, place: true, at: true },
    orderBy: [{ at: 'asc' }, { streamId: 'asc' }],
  })
