import type { TeamCtx } from '@/lib/platform/db'
import {
  clearContents,
  type PageChoice,
  type PagePlace,
  selectNextOfRun,
  selectNextOfTeam,
  sumContents,
} from './store'

/** What pages hold: their items, and the bytes that these take as they are stored. */
export interface StoredItems {
  readonly pages: number
  readonly items: number
  readonly bytes: number
}

/** Pages whose items are to be deleted: all of a team up to a moment, or those of one run. */
export type { PageChoice }

/** So many pages are emptied in one write: on SQLite everybody else waits for it. */
const PAGES_AT_ONCE = 200

/** What some of the team's pages hold that was not deleted. */
export const measureItems = (ctx: TeamCtx, choice: PageChoice): Promise<StoredItems> =>
  sumContents(ctx.db, ctx.team.id, choice)

/**
 * Deletes the items of pages and keeps all else of them: counts, what was new, when. A batch at a time, while `goesOn`;
 * answers whether it came to the end. Of one run, pages that it took from others are let go of.
 */
export async function deleteItems(
  ctx: TeamCtx,
  choice: PageChoice,
  goesOn: () => Promise<boolean>,
): Promise<boolean> {
  let last: PagePlace | null = null
  while (await goesOn()) {
    const pages: PagePlace[] = await nextPages(ctx, choice, last)
    const ids = pages.filter(({ at }) => at <= choice.upTo).map(({ attemptId }) => attemptId)
    if (ids.length > 0) await clearContents(ctx.db, ctx.team.id, ids, choice.runId !== undefined)
    last = pages.at(-1) ?? last
    if (pages.length < PAGES_AT_ONCE) return true
  }
  return false
}

const nextPages = ({ db, team }: TeamCtx, choice: PageChoice, last: PagePlace | null) =>
  choice.runId === undefined
    ? selectNextOfTeam(db, team.id, choice, last, PAGES_AT_ONCE)
    : selectNextOfRun(db, team.id, choice.runId, last, PAGES_AT_ONCE)
