import type { TeamCtx } from '@/lib/platform/db'
import { type ItemView, listPageHeads, readBoughtPage, viewItems, walkItems, withPlaces } from './read-items'
import { selectSightings } from './sighting-store'
import { selectPageOrigins } from './store'

/** Where what one search asks brought an item first. */
export interface SeenItem {
  readonly streamId: string
  readonly runId: string
  readonly at: Date
  /** The page that holds it, and its place there. */
  readonly pageId: string
  readonly place: number
}

/** Where an item was seen first, in each stream of the team that brought it, the first of them first. */
export async function listSeen(ctx: TeamCtx, itemId: string): Promise<SeenItem[]> {
  const sightings = await selectSightings(ctx.db, ctx.team.id, itemId)
  const pages = await selectPageOrigins(
    ctx.db,
    ctx.team.id,
    sightings.map(({ pageId }) => pageId),
  )
  const origins = new Map(pages.map((page) => [page.attemptId, page]))
  return sightings.flatMap(({ pageId, ...sighting }) => {
    const page = origins.get(pageId)
    return page ? [{ ...sighting, runId: page.runId, pageId: page.sourceId ?? pageId }] : []
  })
}

/** An item as it was seen; null once its content was deleted. */
export async function readSeen(ctx: TeamCtx, { pageId, place }: SeenItem): Promise<ItemView | null> {
  const item = (await readBoughtPage(ctx, pageId))[place]
  return item ? (viewItems([item], 0, '')[0] ?? null) : null
}

/** What a run brought of an item: its content, and when; null where it did not, or where that was deleted. */
export async function findInRun(
  ctx: TeamCtx,
  runId: string,
  itemId: string,
): Promise<{ readonly item: ItemView; readonly at: Date } | null> {
  const heads = withPlaces(await listPageHeads(ctx, runId))
  for await (const items of walkItems(ctx, heads)) {
    const found = items.find(({ id }) => id === itemId)
    if (!found) continue
    const { raw: _, place, ...item } = found
    const at = heads.findLast((head) => head.place <= place)?.at
    return at ? { item: { ...item, place: 0, isNew: false }, at } : null
  }
  return null
}
