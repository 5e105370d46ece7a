import {
  type ItemView,
  listHiddenItemIds,
  listMarks,
  type MarkView,
  walkFirstPages,
} from '@/lib/collect/items'
import type { TeamCtx } from '@/lib/platform/db'
import { selectRuns } from '../core/store'

/** The new items of one run, in original order. */
export interface NewItems {
  readonly runId: string
  readonly startedAt: Date
  /** Number of all its new items, of which these are the first. */
  readonly newItems: number
  readonly items: readonly ItemView[]
  /** The team's marks on these items. */
  readonly marks: readonly MarkView[]
}

/** Bounds of the look, so that its cost does not grow with the runs, pages or items of a search. */
const RUNS_LOOKED_AT = 50
const PAGES_A_RUN = 5

/**
 * Returns the newest items of a search over the runs that the member may see, each in the run that first brought it,
 * newest run first. Items that the team has hidden, and deleted ones, are left out.
 */
export async function listNewItems(ctx: TeamCtx, searchId: string, limit: number): Promise<NewItems[]> {
  const { db, team, actor } = ctx
  const runs = await selectRuns(db, team.id, actor.memberId, RUNS_LOOKED_AT, { searchId })
  const found: NewItems[] = []
  let left = limit
  for (const { id, startedAt, newItems } of runs) {
    if (newItems === 0) continue
    const items = await firstNewItems(ctx, id, left)
    if (items.length === 0) continue
    const marks = await listMarks(
      ctx,
      items.map((item) => item.id),
    )
    found.push({ runId: id, startedAt, newItems, items, marks })
    left -= items.length
    if (left === 0) break
  }
  return found
}

async function firstNewItems(ctx: TeamCtx, runId: string, limit: number): Promise<ItemView[]> {
  const found: ItemView[] = []
  for await (const page of walkFirstPages(ctx, runId, PAGES_A_RUN)) {
    const items = page.filter(({ isNew }) => isNew)
    const hidden = new Set(
      await listHiddenItemIds(
        ctx,
        items.map(({ id }) => id),
      ),
    )
    found.push(...items.filter(({ id }) => !hidden.has(id)).slice(0, limit - found.length))
    if (found.length === limit) break
  }
  return found
}
