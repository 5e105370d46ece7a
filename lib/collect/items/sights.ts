import type { TeamCtx } from '@/lib/platform/db'
import { type PageHead, type RawItem, walkItems } from './read-items'
import { selectFirstSights, selectPagesAfter } from './store'

/** The page in which a stream first had an item; its content may be gone by now. */
export interface FirstSight {
  readonly pageId: string
  readonly runId: string
  /** True while the page's content is stored. */
  readonly isStored: boolean
}

/** Returns where each stream of the team first had these items, by item, earliest first. */
export async function listFirstSights(
  { db, team }: TeamCtx,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FirstSight[]>> {
  const sights = new Map<string, FirstSight[]>()
  for (const { itemId, ...sight } of await selectFirstSights(db, team.id, itemIds)) {
    sights.set(itemId, [...(sights.get(itemId) ?? []), sight])
  }
  return sights
}

/** A page of a run with its items; none after their deletion. */
export interface PageWithItems {
  readonly head: Pick<PageHead, 'attemptId' | 'pageNumber'>
  readonly items: readonly RawItem[]
}

const PAGES_AT_ONCE = 10

/** Yields the pages of a run from a number on, in order. */
export async function* walkPagesFrom(
  ctx: TeamCtx,
  runId: string,
  pageNumber: number,
): AsyncGenerator<PageWithItems> {
  for (let next = pageNumber, isMore = true; isMore; ) {
    const heads = await selectPagesAfter(ctx.db, ctx.team.id, runId, next, PAGES_AT_ONCE)
    // An item's index in its run is of no use among the items of many runs.
    const placed = heads.map((head) => ({ ...head, place: 0, isDeleted: false }))
    let index = 0
    for await (const items of walkItems(ctx, placed)) {
      const head = heads[index++]
      if (head) yield { head, items }
    }
    next = (heads.at(-1)?.pageNumber ?? next) + 1
    isMore = heads.length === PAGES_AT_ONCE
  }
}
