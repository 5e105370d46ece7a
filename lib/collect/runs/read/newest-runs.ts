import { z } from 'zod'
import { listSearches } from '@/lib/collect/searches'
import { notFound } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { endReason, type RunView } from '../core/schemas'
import { selectRuns } from '../core/store'

const MOST_SEARCHES = 20

export const newestRunsInput = z.object({
  /** Ids with commas between them, as they stand in an address. */
  searches: z
    .string()
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(z.uuid()).max(MOST_SEARCHES)),
})

/** Where the newest run of a search stands, by its own row alone: it is asked for again and again. It goes out as JSON. */
export interface NewestRun
  extends Pick<
    RunView,
    | 'id'
    | 'isInBackground'
    | 'isScheduled'
    | 'isBaseline'
    | 'memberName'
    | 'endReason'
    | 'endNote'
    | 'pages'
    | 'items'
    | 'newItems'
    | 'reusedPages'
    | 'reusedItems'
  > {
  /** ISO 8601. */
  readonly startedAt: string
}

/** By the search's id; null where there is no run of it that the member may see. */
export type NewestRuns = Readonly<Record<string, NewestRun | null>>

/**
 * The newest run of each of these searches, for who may see them; the others are left out. Throws `not_found` where
 * none is left.
 */
export async function listNewestRuns(ctx: TeamCtx, searchIds: readonly string[]): Promise<NewestRuns> {
  const visible = new Set((await listSearches(ctx)).map(({ id }) => id))
  const ids = searchIds.filter((id) => visible.has(id))
  if (ids.length === 0 && searchIds.length > 0) throw notFound('The saved search')
  return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await newestOf(ctx, id)] as const)))
}

async function newestOf(ctx: TeamCtx, searchId: string): Promise<NewestRun | null> {
  const [row] = await selectRuns(ctx.db, ctx.team.id, ctx.actor.memberId, 1, searchId)
  if (!row) return null
  const { id, isScheduled, isBaseline, memberName, endNote, pages, items, newItems } = row
  const { reusedPages, reusedItems } = row
  return {
    ...{ id, isScheduled, isBaseline, memberName, endNote, pages, items, newItems, reusedPages, reusedItems },
    isInBackground: row.manner === 'background',
    endReason: row.endReason === null ? null : endReason.parse(row.endReason),
    startedAt: row.startedAt.toISOString(),
  }
}
