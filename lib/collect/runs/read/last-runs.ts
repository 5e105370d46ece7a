import type { TeamCtx } from '@/lib/platform/db'
import type { RunTotals, RunView } from '../core/schemas'
import {
  prepareTotalsOf,
  selectNewestRunIds,
  selectSearchesWithoutNews,
  selectVisibleRuns,
} from '../core/store'

export type LastRun = Pick<RunView, 'id' | 'startedAt'> & { readonly totals: RunTotals }

/**
 * Returns when each of these searches last ran and what it found, by its id, among the runs that the member may see.
 * Those that never ran are left out.
 */
export async function listLastRuns(
  ctx: TeamCtx,
  searchIds: readonly string[],
): Promise<ReadonlyMap<string, LastRun>> {
  if (searchIds.length === 0) return new Map()
  const { memberId } = ctx.actor
  const ids = await selectNewestRunIds(ctx.db, ctx.team.id, memberId, [...searchIds])
  const rows = await selectVisibleRuns(ctx.db, ctx.team.id, memberId, { id: { in: ids } })
  const totals = await prepareTotalsOf(ctx.db, ctx.team.id, rows)
  return new Map(
    rows.flatMap((row) =>
      row.searchId
        ? [[row.searchId, { id: row.id, startedAt: row.startedAt, totals: totals(row) }] as const]
        : [],
    ),
  )
}

/** Returns when each of these runs began, by its id, among those that the member may see. */
export async function listRunStarts(
  ctx: TeamCtx,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (runIds.length === 0) return new Map()
  const rows = await selectVisibleRuns(ctx.db, ctx.team.id, ctx.actor.memberId, { id: { in: [...runIds] } })
  return new Map(rows.map(({ id, startedAt }) => [id, startedAt]))
}

/** Returns the searches among these whose last `runs` ended runs brought nothing new although charged. */
export const listSearchesWithoutNews = async (
  ctx: TeamCtx,
  searchIds: readonly string[],
  runs: number,
): Promise<string[]> =>
  searchIds.length === 0 ? [] : selectSearchesWithoutNews(ctx.db, ctx.team.id, [...searchIds], runs)
