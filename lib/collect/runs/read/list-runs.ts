import { reusedSince } from '@/lib/collect/items'
import { notFound } from '@/lib/kernel'
import { sumResolved } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { runRights } from '../core/may'
import type { RunPart } from '../core/run-part'
import { totalsOf, totalsOfRuns } from '../core/run-totals'
import { endReason, type RunsOfAddress, type RunTotals, type RunView, runState } from '../core/schemas'
import { selectRun, selectRunIds, selectRuns, selectScheduled, selectScheduledNews } from '../core/store'

const MAX = 100

type ShownRunRow = NonNullable<Awaited<ReturnType<typeof selectRun>>>

/** Runs to list, and their maximum number; `afterId` for those that were started before that run. */
export interface RunQuery extends Omit<RunPart, 'after'> {
  readonly most?: number
  readonly afterId?: string | undefined
}

/**
 * Returns the latest runs that the member may see, newest first. Throws `not_found` for an `afterId` that they may not
 * see.
 */
export async function listRuns(
  ctx: TeamCtx,
  { most = MAX, afterId, ...part }: RunQuery = {},
): Promise<RunView[]> {
  const after = await findAfter(ctx, afterId)
  if (after === null) throw notFound('The run to go on after')
  return viewsFrom(ctx, most, { ...part, ...(after && { after }) })
}

/** Returns the run after which the list continues; null if the member may not see it, or it is gone. */
const findAfter = async (ctx: TeamCtx, id: string | undefined) =>
  id === undefined ? undefined : selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, id)

const viewsFrom = async (ctx: TeamCtx, most: number, part: RunPart): Promise<RunView[]> =>
  viewsOf(ctx, await selectRuns(ctx.db, ctx.team.id, ctx.actor.memberId, most, part))

/** Returns the views of these rows with what they bought, in order. */
export async function viewsOf(ctx: TeamCtx, rows: readonly ShownRunRow[]): Promise<RunView[]> {
  const totals = await totalsOfRuns(ctx.db, ctx.team.id, idsOf(rows))
  return rows.map((row) => toView(ctx, row, totals(row)))
}

/** Returns a part of the runs, and whether there are older ones; null if it begins after a run that is gone. */
export async function listSomeRuns(
  ctx: TeamCtx,
  most: number,
  query: RunsOfAddress,
): Promise<{ readonly runs: readonly RunView[]; readonly hasMore: boolean } | null> {
  const { search, member, state } = query
  const after = await findAfter(ctx, query.after)
  if (after === null) return null
  const runs = await viewsFrom(ctx, most + 1, {
    ...{ searchId: search, memberId: member, state },
    ...(after && { after }),
  })
  return { runs: runs.slice(0, most), hasMore: runs.length > most }
}

/** Returns one run, without its items (see `listRunItems`). Throws `not_found`. */
export async function getRun(ctx: TeamCtx, id: string): Promise<RunView> {
  const row = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, id)
  if (!row) throw notFound('The run')
  const [totals, since] = await Promise.all([
    totalsOf(ctx.db, row),
    row.reusedPages === 0 ? null : reusedSince(ctx, id),
  ])
  return { ...toView(ctx, row, totals), reusedSince: since }
}

/** Returns every run of a saved search, private ones included, for actions on all of them. */
export const listRunIds = (ctx: TeamCtx, searchId: string): Promise<string[]> =>
  selectRunIds(ctx.db, ctx.team.id, searchId)

/**
 * Counts the items that the runs of a search's schedule bought since a moment. Calls whose answer was lost count in
 * full or, once they are resolved, with what they were charged.
 */
export async function sumScheduledItems(ctx: TeamCtx, searchId: string, since: Date): Promise<number> {
  const rows = await selectScheduled(ctx.db, ctx.team.id, searchId, since)
  const ids = idsOf(rows)
  const [totals, resolved] = await Promise.all([
    totalsOfRuns(ctx.db, ctx.team.id, ids),
    sumResolved(ctx, ids),
  ])
  return rows.map(totals).reduce((sum, { items, unknownItems }) => sum + items + unknownItems, resolved.items)
}

/** Returns the runs of shared searches' schedules that ended since a moment with new items, earliest first. */
export const listScheduledNews = (ctx: TeamCtx, since: Date) =>
  selectScheduledNews(ctx.db, ctx.team.id, since)

const idsOf = (rows: readonly ShownRunRow[]): string[] => rows.map(({ id }) => id)

const toView = (ctx: TeamCtx, row: ShownRunRow, totals: RunTotals): RunView => ({
  ...totals,
  id: row.id,
  searchId: row.searchId,
  searchName: row.searchName,
  searchVersion: row.searchVersion,
  isInBackground: row.manner === 'background',
  isScheduled: row.isScheduled,
  operation: row.operation,
  subject: row.subject,
  product: row.product,
  keyId: row.keyId,
  keyPrefix: row.keyPrefix,
  environmentId: row.environmentId,
  environmentName: row.environmentName,
  memberName: row.memberName,
  may: runRights(ctx.actor, row, ctx.clock.now()),
  state: runState.parse(row.state),
  endReason: row.endReason === null ? null : endReason.parse(row.endReason),
  endNote: row.endNote,
  cancelledByName: row.cancelledByName,
  capItems: row.capItems,
  capNano: row.capNano,
  untilAt: row.untilAt,
  untilKnown: row.untilKnown,
  isBaseline: row.isBaseline,
  reusedSince: null,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
})
