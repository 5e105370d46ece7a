import { findOldestReusedAt } from '@/lib/collect/items'
import { notFound } from '@/lib/kernel'
import { formatEntryPosition, parseEntryPosition, sumResolvedByRun } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { findTokenIds } from '@/lib/teams/tokens'
import {
  endReasonSchema,
  type RunsUrlQuery,
  type RunTotals,
  type RunView,
  runRights,
  runStateSchema,
} from '../core/schemas'
import {
  prepareRunTotals,
  type RunListSelection,
  readRunTotals,
  selectRun,
  selectRunFilterColumns,
  selectRunIds,
  selectRuns,
  selectScheduledRuns,
  selectScheduledRunsWithNewItems,
  selectVisibleRuns,
} from '../core/store'

const MAX = 100

type ShownRunRow = NonNullable<Awaited<ReturnType<typeof selectRun>>>

/** Runs to list, and their maximum number; `afterId` for those that were started before that run. */
export interface RunQuery extends Omit<RunListSelection, 'after'> {
  readonly limit?: number
  readonly afterId?: string | undefined
}

/**
 * Returns the latest runs that the member may see, newest first. Throws `not_found` for an `afterId` that they may not
 * see.
 */
export async function listRuns(
  ctx: TeamCtx,
  { limit = MAX, afterId, ...part }: RunQuery = {},
): Promise<RunView[]> {
  const after = await findAfter(ctx, afterId)
  if (after === null) throw notFound('The run to go on after')
  return viewsFrom(ctx, limit, { ...part, ...(after && { after }) })
}

/** Returns the run after which the list continues; null if the member may not see it, or it is gone. */
const findAfter = async (ctx: TeamCtx, id: string | undefined) =>
  id === undefined ? undefined : selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, id)

const viewsFrom = async (ctx: TeamCtx, limit: number, part: RunListSelection): Promise<RunView[]> =>
  viewsOf(ctx, await selectRuns(ctx.db, ctx.team.id, ctx.actor.memberId, limit, part))

/** Returns the views of these rows with what they bought, in order. */
async function viewsOf(ctx: TeamCtx, rows: readonly ShownRunRow[]): Promise<RunView[]> {
  const totals = await prepareRunTotals(ctx.db, ctx.team.id, idsOf(rows))
  return rows.map((row) => toView(ctx, row, totals(row)))
}

/** Returns a part of the runs, and whether there are older ones; null if it begins after a run that is gone. */
export async function listRunsPage(
  ctx: TeamCtx,
  limit: number,
  query: RunsUrlQuery,
): Promise<{ readonly runs: readonly RunView[]; readonly hasMore: boolean } | null> {
  const { search, member, state } = query
  const after = await findAfter(ctx, query.after)
  if (after === null) return null
  const runs = await viewsFrom(ctx, limit + 1, {
    searchId: search,
    memberId: member,
    state,
    ...(after && { after }),
  })
  return { runs: runs.slice(0, limit), hasMore: runs.length > limit }
}

/** Returns one run, without its items (see `listRunItems`). Throws `not_found`. */
export async function getRun(ctx: TeamCtx, id: string): Promise<RunView> {
  const row = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, id)
  if (!row) throw notFound('The run')
  const [totals, since] = await Promise.all([
    readRunTotals(ctx.db, row),
    row.reusedPages === 0 ? null : findOldestReusedAt(ctx, id),
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
  const rows = await selectScheduledRuns(ctx.db, ctx.team.id, searchId, since)
  const ids = idsOf(rows)
  const [totals, resolved] = await Promise.all([
    prepareRunTotals(ctx.db, ctx.team.id, ids),
    sumResolvedByRun(ctx, ids),
  ])
  return rows.map(totals).reduce((sum, { items, unknownItems }) => sum + items + unknownItems, resolved.items)
}

/** Returns the runs of shared searches' schedules that ended since a moment with new items, earliest first. */
export const listScheduledRunsWithNewItems = (ctx: TeamCtx, since: Date) =>
  selectScheduledRunsWithNewItems(ctx.db, ctx.team.id, since)

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
  state: runStateSchema.parse(row.state),
  endReason: row.endReason === null ? null : endReasonSchema.parse(row.endReason),
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

/** Number of runs that one statement reads and, as a maximum, one look: some ten milliseconds. */
const AT_ONCE = 500
const MAX_READ = 4_000
const PAGE = 50

/** Filter of runs: those started in a half-open span that meet every given condition. */
export interface RunFilter {
  readonly from: Date
  readonly to: Date
  readonly searchId?: string
  readonly keyIds?: readonly string[]
  readonly environmentId?: string
  readonly memberId?: string
  readonly operation?: string
  /** Kind of caller that started them. */
  readonly caller?: 'member' | 'schedule' | 'token'
}

interface FoundRuns {
  readonly runs: readonly RunView[]
  /** Value to pass as `after` for the following runs; null if there are none. */
  readonly next: string | null
  /** The moment back to which runs were searched, if that ended before the page was full; otherwise null. */
  readonly lookedBackTo: Date | null
}

/**
 * Finds the runs of a span that fit a filter and that the member may see, newest first, a page at a time. A look is
 * bounded: a rare filter may bring fewer, and `next` continues from there.
 */
export async function findRuns(
  ctx: TeamCtx,
  filter: RunFilter,
  after?: string,
  { limit = PAGE, maxRead = MAX_READ }: { limit?: number; maxRead?: number } = {},
): Promise<FoundRuns> {
  const { db, team, actor } = ctx
  const { from, to, searchId } = filter
  // Before the first id of the span's end. A URL may state the year 0, which PostgreSQL rejects.
  const newest = { at: new Date(Math.max(0, to.getTime())), id: '' }
  const asked = after === undefined ? null : parseEntryPosition(after)
  let place = asked && asked.at < to ? asked : newest
  const found: { id: string; startedAt: Date }[] = []
  let isOver = false
  for (let read = 0; found.length <= limit && read < maxRead && !isOver; ) {
    const few = Math.min(AT_ONCE, maxRead - read)
    const of = { place, ...(searchId !== undefined && { searchId }) }
    const all = await selectRunFilterColumns(db, team.id, of, few)
    const rows = all.filter(({ startedAt }) => startedAt >= from)
    isOver = rows.length < few
    read += all.length
    const last = rows.at(-1)
    if (last) place = { at: last.startedAt, id: last.id }
    const fitting = rows.filter((row) => fits(row, filter, actor.memberId))
    found.push(...(await ofCaller(ctx, fitting, filter.caller)))
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const isFull = found.length > limit
  const ids = shown.map(({ id }) => id)
  const rows = await selectVisibleRuns(db, team.id, actor.memberId, { id: { in: ids } })
  const runs = await viewsOf(
    ctx,
    ids.flatMap((id) => rows.find((row) => row.id === id) ?? []),
  )
  if (isFull && last)
    return { runs, next: formatEntryPosition({ at: last.startedAt, id: last.id }), lookedBackTo: null }
  return { runs, next: isOver ? null : formatEntryPosition(place), lookedBackTo: isOver ? null : place.at }
}

type Traits = Awaited<ReturnType<typeof selectRunFilterColumns>>[number]

function fits(run: Traits, filter: RunFilter, memberId: string): boolean {
  const { keyIds, environmentId, operation } = filter
  return (
    (run.shared || run.memberId === memberId) &&
    (keyIds?.includes(run.keyId) ?? true) &&
    (environmentId ?? run.environmentId) === run.environmentId &&
    (filter.memberId ?? run.memberId) === run.memberId &&
    (operation ?? run.operation) === run.operation
  )
}

/** Filters by caller. A run that a token started has the token's id where others have their member's. */
async function ofCaller(
  ctx: TeamCtx,
  runs: readonly Traits[],
  caller: RunFilter['caller'],
): Promise<readonly Traits[]> {
  if (caller === undefined) return runs
  if (caller === 'schedule') return runs.filter(({ isScheduled }) => isScheduled)
  const started = runs.filter(({ isScheduled }) => !isScheduled)
  const tokens = await findTokenIds(ctx, [...new Set(started.map(({ memberId }) => memberId))])
  return started.filter(({ memberId }) => tokens.has(memberId) === (caller === 'token'))
}

/** Number of runs that a page shows at first. */
const NEWEST = 20

/** Returns a text that changes whenever one of the newest runs that the member may see begins or ends. */
export async function readRunsVersion({ db, team, actor }: TeamCtx): Promise<string> {
  const rows = await selectRuns(db, team.id, actor.memberId, NEWEST)
  return rows.map(({ id, endedAt }) => `${id} ${endedAt?.getTime()}`).join(',')
}
