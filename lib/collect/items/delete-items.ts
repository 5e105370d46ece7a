import type { TeamCtx } from '@/lib/platform/db'
import {
  clearContents,
  type PageChoice,
  type PagePlace,
  selectNextOfRun,
  selectNextOfTeam,
  sumContents,
  sumFewContents,
} from './store'

/** The content of pages: their items, and their stored bytes. */
export interface StoredItems {
  readonly pages: number
  readonly items: number
  readonly bytes: number
}

/** Pages whose items to delete: all of a team up to a moment, or those of one run. */
export type { PageChoice }

/** This many pages are emptied in one write: on SQLite all others wait for it. */
const PAGES_AT_ONCE = 200

/** The undeleted content of some of the team's pages. */
export const measureItems = (ctx: TeamCtx, choice: PageChoice): Promise<StoredItems> =>
  sumContents(ctx.db, ctx.team.id, choice)

/** All of the team's undeleted content, where the team has few pages; null where counting them would take long. */
export const measureFewItems = (ctx: TeamCtx, most: number): Promise<StoredItems | null> =>
  sumFewContents(ctx.db, ctx.team.id, ctx.clock.now(), most)

/**
 * Deletes the items of pages and keeps their counts, new marks and times. Works in batches, while `goesOn`; returns
 * whether it finished. For one run, it drops the link to pages that the run took from others.
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
