import { z } from 'zod'
import { listSearchNames } from '@/lib/collect/searches'
import { notFound } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { endReason, type RunView } from '../core/schemas'
import { selectNewestIds, selectRuns, selectVisible } from '../core/store'

const MOST_SEARCHES = 20

export const newestRunsInput = z.object({
  /** Ids separated by commas, as in an address. */
  searches: z
    .string()
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(z.uuid()).max(MOST_SEARCHES)),
})

/** The state of a search's newest run, from its own row alone, since it is polled. Sent as JSON. */
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

/** By the search's id; null if it has no run that the member may see. */
export type NewestRuns = Readonly<Record<string, NewestRun | null>>

/**
 * The newest run of each of these searches that the member may see; others are left out. Throws `not_found` if none is
 * left.
 */
export async function listNewestRuns(ctx: TeamCtx, searchIds: readonly string[]): Promise<NewestRuns> {
  const visible = await listSearchNames(ctx, searchIds)
  const ids = searchIds.filter((id) => visible.has(id))
  if (ids.length === 0 && searchIds.length > 0) throw notFound('The saved search')
  return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await newestOf(ctx, id)] as const)))
}

/** When each of these searches last ran, by its id, of the runs that the member may see; those that never ran are left out. */
export async function listLastRuns(
  ctx: TeamCtx,
  searchIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<RunView, 'id' | 'startedAt'>>> {
  if (searchIds.length === 0) return new Map()
  const { memberId } = ctx.actor
  const ids = await selectNewestIds(ctx.db, ctx.team.id, memberId, [...searchIds])
  const rows = await selectVisible(ctx.db, ctx.team.id, memberId, { id: { in: ids } })
  return new Map(
    rows.flatMap(({ id, searchId, startedAt }) => (searchId ? [[searchId, { id, startedAt }]] : [])),
  )
}

async function newestOf(ctx: TeamCtx, searchId: string): Promise<NewestRun | null> {
  const [row] = await selectRuns(ctx.db, ctx.team.id, ctx.actor.memberId, 1, { searchId })
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
