import { type Db, engineOf, type Tx } from '@/lib/db'

/** The only file that names Sighting. */

interface Seen {
  readonly streamId: string
  readonly pageId: string
  readonly itemIds: readonly string[]
}

/** Where an item was seen for the first time in its stream. */
export interface FirstSight {
  readonly pageId: string
  readonly place: number
}

/**
 * Notes the items of pages in their streams and answers those that were not known there. One statement with one
 * parameter for all of them: a key at full pace brings twenty thousand a second.
 */
export async function noteSightings(
  tx: Tx,
  teamId: string,
  pages: readonly Seen[],
  at: Date,
): Promise<FirstSight[]> {
  const rows = pages.flatMap(({ streamId, pageId, itemIds }) =>
    itemIds.map((itemId, place) => [itemId, streamId, pageId, place] as const),
  )
  if (rows.length === 0) return []
  // In one order everywhere, so that two transactions cannot wait for each other.
  const json = JSON.stringify(rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  return engineOf(tx) === 'sqlite'
    ? tx.$queryRaw<FirstSight[]>`
        INSERT INTO "Sighting" ("teamId", "itemId", "streamId", "pageId", "place", "at")
        SELECT ${teamId}, value->>0, value->>1, value->>2, value->>3, ${at} FROM json_each(${json}) WHERE true
        ON CONFLICT DO NOTHING RETURNING "pageId", "place"`
    : tx.$queryRaw<FirstSight[]>`
        INSERT INTO "Sighting" ("teamId", "itemId", "streamId", "pageId", "place", "at")
        SELECT ${teamId}, value->>0, value->>1, value->>2, (value->>3)::int, ${at}
        FROM jsonb_array_elements(${json}::jsonb)
        ON CONFLICT DO NOTHING RETURNING "pageId", "place"`
}

/** Whether any run of the team has brought an item. */
export const hasSighting = async (db: Db, teamId: string, itemId: string): Promise<boolean> =>
  (await db.sighting.findFirst({ where: { teamId, itemId }, select: { itemId: true } })) !== null

/** Where each stream of the team saw an item first, the first of them first. */
export const selectSightings = (db: Db, teamId: string, itemId: string) =>
  db.sighting.findMany({
    where: { teamId, itemId },
    select: { streamId: true, pageId: true, place: true, at: true },
    orderBy: [{ at: 'asc' }, { streamId: 'asc' }],
  })
