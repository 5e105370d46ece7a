import type { TeamCtx } from '@/lib/platform/db'
import {
  clearPageContents,
  type PagePosition,
  type PageSelection,
  selectNextRunPages,
  selectNextTeamPages,
  sumPageContents,
  sumPageContentsIfFew,
} from './store'

/** Totals of stored pages: their number, their items and their bytes. */
export interface StoredItems {
  readonly pages: number
  readonly items: number
  readonly bytes: number
}

/** Pages whose items to delete: all of a team up to a moment, or those of one run. */
export type { PageSelection }

/** Number of pages that are emptied in one write, during which all others wait on SQLite. */
const PAGES_AT_ONCE = 200

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
  goesOn: () => Promise<boolean>,
): Promise<boolean> {
  let last: PagePosition | null = null
  while (await goesOn()) {
    const pages: PagePosition[] = await nextPages(ctx, choice, last)
    const ids = pages.filter(({ at }) => at <= choice.upTo).map(({ attemptId }) => attemptId)
    if (ids.length > 0) await clearPageContents(ctx.db, ctx.team.id, ids, choice.runId !== undefined)
    last = pages.at(-1) ?? last
    if (pages.length < PAGES_AT_ONCE) return true
  }
  return false
}

const nextPages = ({ db, team }: TeamCtx, choice: PageSelection, last: PagePosition | null) =>
  choice.runId === undefined
    ? selectNextTeamPages(db, team.id, choice, last, PAGES_AT_ONCE)
    : selectNextRunPages(db, team.id, choice.runId, last, PAGES_AT_ONCE)
