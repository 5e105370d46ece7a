import type { TeamCtx } from '@/lib/platform/db'
import {
  type ItemView,
  listPageHeads,
  readBoughtItems,
  toItemViews,
  walkItems,
  withItemOffsets,
} from './read-items'
import { selectPageOrigins, selectSightings } from './store'

/** The first sighting of an item in one search's stream. */
export interface ItemSighting {
  readonly streamId: string
  readonly runId: string
  readonly at: Date
  /** The page that holds it, and its index there. */
  readonly pageId: string
  readonly place: number
}

/** Returns where an item was first seen in each stream of the team that brought it, earliest first. */
export async function listSightings(ctx: TeamCtx, itemId: string): Promise<ItemSighting[]> {
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

/** Returns a seen item; null after its content was deleted. */
export async function readSightedItem(
  ctx: TeamCtx,
  { pageId, place }: ItemSighting,
): Promise<ItemView | null> {
  const item = (await readBoughtItems(ctx, pageId))[place]
  return item ? (toItemViews([item], 0, '')[0] ?? null) : null
}

/** Finds an item of a run, with its time. Null if the run did not have it or it was deleted. */
export async function findRunItem(
  ctx: TeamCtx,
  runId: string,
  itemId: string,
): Promise<{ readonly item: ItemView; readonly at: Date } | null> {
  const heads = withItemOffsets(await listPageHeads(ctx, runId))
  for await (const items of walkItems(ctx, heads)) {
    const found = items.find(({ id }) => id === itemId)
    if (!found) continue
    const { raw: _, place, ...item } = found
    const at = heads.findLast((head) => head.place <= place)?.at
    return at ? { item: { ...item, place: 0, isNew: false }, at } : null
  }
  return null
}
