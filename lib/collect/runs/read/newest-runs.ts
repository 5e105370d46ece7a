import { z } from 'zod'
import { listSearchNames } from '@/lib/collect/searches'
import { notFound } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { endReason, type RunTotals, type RunView } from '../core/schemas'
import { selectNewestIds, selectRuns, selectVisible, totalsOfRuns } from '../core/store'

const MAX_SEARCHES = 20

export const newestRunsInput = z.object({
  /** Ids separated by commas, as in a URL. */
  searches: z
    .string()
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(z.uuid()).max(MAX_SEARCHES)),
})

/** The state of a search's newest run, from its own row alone, because it is polled. Sent as JSON. */
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

/** Newest runs by the search's id; null if it has no run that the member may see. */
export type NewestRuns = Readonly<Record<string, NewestRun | null>>

/**
 * Returns the newest run of each of these searches that the member may see; others are left out. Throws `not_found` if
 * none is left.
 */
export async function listNewestRuns(ctx: TeamCtx, searchIds: readonly string[]): Promise<NewestRuns> {
  const visible = await listSearchNames(ctx, searchIds)
  const ids = searchIds.filter((id) => visible.has(id))
  if (ids.length === 0 && searchIds.length > 0) throw notFound('The saved search')
  return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await newestOf(ctx, id)] as const)))
}

export type LastRun = Pick<RunView, 'id' | 'startedAt'> & { readonly totals: RunTotals }

/**
 * Returns when each of these searches last ran and what that brought, by its id, among the runs that the member may
 * see. Those that never ran are left out.
 */
export async function listLastRuns(
  ctx: TeamCtx,
  searchIds: readonly string[],
): Promise<ReadonlyMap<string, LastRun>> {
  if (searchIds.length === 0) return new Map()
  const { memberId } = ctx.actor
  const ids = await selectNewestIds(ctx.db, ctx.team.id, memberId, [...searchIds])
  const [rows, totals] = await Promise.all([
    selectVisible(ctx.db, ctx.team.id, memberId, { id: { in: ids } }),
    totalsOfRuns(ctx.db, ctx.team.id, ids),
  ])
  return new Map(
    rows.flatMap((row) =>
      row.searchId
        ? [[row.searchId, { id: row.id, startedAt: row.startedAt, totals: totals(row) }] as const]
        : [],
    ),
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
