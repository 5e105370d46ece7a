import { type TeamCtx, transaction } from '@/lib/platform/db'
import { momentOfId } from './index-items'
import {
  clearPageContents,
  type PagePosition,
  type PageSelection,
  selectNextRunPages,
  selectNextTeamPages,
  selectPagesSince,
  sumPageContents,
  sumPageContentsIfFew,
} from './store'
import { deleteIndexedItems, queuePagesAgain } from './words-store'

/** Totals of stored pages: their number, their items and their bytes. */
export interface StoredItems {
  readonly pages: number
  readonly items: number
  readonly bytes: number
}

/** Pages whose items to delete: all of a team up to a given time, or those of one run. */
export type { PageSelection }

/** Number of pages that are emptied before it asks whether to continue. */
const PAGES_AT_ONCE = 200
/** Number of pages that are emptied in one write, during which all others wait on SQLite. */
const PAGES_A_WRITE = 50
const PAGES_QUEUED_AT_ONCE = 1000

/** Measures the undeleted content of some of the team's pages. */
export const measureItems = (ctx: TeamCtx, choice: PageSelection): Promise<StoredItems> =>
  sumPageContents(ctx.db, ctx.team.id, choice)

/** Measures all of the team's undeleted content if it has few pages; null if counting would take long. */
export const measureItemsIfFew = (ctx: TeamCtx, limit: number): Promise<StoredItems | null> =>
  sumPageContentsIfFew(ctx.db, ctx.team.id, ctx.clock.now(), limit)

/**
 * Deletes the items of pages and keeps their counts, new marks and times. Works in batches while `goesOn`, and returns
 * whether it finished. For one run, it also drops the links to pages taken from other runs.
 */
export async function deleteItems(
  ctx: TeamCtx,
  choice: PageSelection,
  shouldContinue: () => Promise<boolean>,
): Promise<boolean> {
  let last: PagePosition | null = null
  let foundSince: bigint | null = null
  while (await shouldContinue()) {
    const pages: PagePosition[] = await nextPages(ctx, choice, last)
    const ids = pages.filter(({ at }) => at <= choice.upTo).map(({ attemptId }) => attemptId)
    for (let from = 0; from < ids.length; from += PAGES_A_WRITE) {
      const some = ids.slice(from, from + PAGES_A_WRITE)
      const since = await clearPages(ctx, some, choice.runId !== undefined)
      if (since !== null && (foundSince === null || since < foundSince)) foundSince = since
    }
    last = pages.at(-1) ?? last
    if (pages.length < PAGES_AT_ONCE) {
      // Beyond a time, all pages go, and none is left that has the same items.
      if (choice.runId !== undefined && foundSince !== null) await indexAgain(ctx, momentOfId(foundSince))
      return true
    }
  }
  return false
}

/** Deletes the items of pages, and what finds them. Returns the id of the first one that other pages brought, too. */
const clearPages = ({ db, team }: TeamCtx, ids: string[], unlinksSources: boolean): Promise<bigint | null> =>
  transaction(db, async (tx) => {
    await clearPageContents(tx, team.id, ids, unlinksSources)
    return deleteIndexedItems(tx, team.id, ids)
  })

/** Queues the pages bought since then, for items of theirs that were found by deleted ones. */
async function indexAgain({ db, team }: TeamCtx, since: Date): Promise<void> {
  let last: PagePosition | null = null
  for (;;) {
    const pages: PagePosition[] = await selectPagesSince(db, team.id, since, last, PAGES_QUEUED_AT_ONCE)
    await transaction(db, (tx) => queuePagesAgain(tx, team.id, pages))
    last = pages.at(-1) ?? null
    if (pages.length < PAGES_QUEUED_AT_ONCE) return
  }
}

const nextPages = ({ db, team }: TeamCtx, choice: PageSelection, last: PagePosition | null) =>
  choice.runId === undefined
    ? selectNextTeamPages(db, team.id, choice, last, PAGES_AT_ONCE)
    : selectNextRunPages(db, team.id, choice.runId, last, PAGES_AT_ONCE)
