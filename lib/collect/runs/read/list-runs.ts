import { findOldestReusedAt } from '@/lib/collect/items'
import { listSubjects } from '@/lib/collect/searches'
import { foldText, notFound, pageWithin, zipExact } from '@/lib/kernel'
import {
  formatEntryPosition,
  parseEntryPosition,
  sumResolvedByRun,
  sumUnknownByRun,
} from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { findTokenIds } from '@/lib/teams/tokens'
import { tellsUnknownUser } from '../core/page-problem'
import {
  CONTINUABLE_ENDS,
  endReasonSchema,
  type RunsUrlQuery,
  type RunTotals,
  type RunView,
  runRights,
  runStateSchema,
} from '../core/schemas'
import {
  countRunsOf,
  isFailedEnd,
  prepareTotalsOf,
  type RunListSelection,
  selectNewestRunsOfStreams,
  selectRun,
  selectRunFilterColumns,
  selectRunIds,
  selectRunNames,
  selectRuns,
  selectRunsOfBatch,
  selectScheduledRunsWithNewItems,
  selectVisibleRuns,
  sumScheduledRuns,
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
  const totals = await prepareTotalsOf(ctx.db, ctx.team.id, rows)
  return rows.map((row) => toView(ctx, row, totals(row)))
}

/** A page of the list of runs. */
interface RunsPage {
  readonly runs: readonly RunView[]
  /** Runs before and after which the pages around it are; null if there is none. */
  readonly previous: string | null
  readonly next: string | null
}

/** Returns a page of a part of the runs; null if it begins at a run that is gone. */
export async function listRunsPage(
  ctx: TeamCtx,
  limit: number,
  query: RunsUrlQuery,
): Promise<RunsPage | null> {
  if (query.text !== '') return pageOfNamed(ctx, limit, query)
  const isBackwards = query.after === undefined && query.before !== undefined
  const from = await findAfter(ctx, query.after ?? query.before)
  if (from === null) return null
  const part = { ...partOf(query), ...(from && { after: from }) }
  const found = await viewsFrom(ctx, limit + 1, { ...part, isUp: part.isUp !== isBackwards })
  // Runs before the first page have come since: it is shown as it is now.
  if (isBackwards && found.length < limit) return listRunsPage(ctx, limit, { ...query, before: undefined })
  const isFull = found.length > limit
  const runs = isBackwards ? found.slice(0, limit).reverse() : found.slice(0, limit)
  return {
    runs,
    previous: (isBackwards ? isFull : from !== undefined) ? (runs[0]?.id ?? null) : null,
    next: isBackwards || isFull ? (runs.at(-1)?.id ?? null) : null,
  }
}

/** Number of runs whose names are searched, and up to which runs are counted. */
const MAX_NAMED = 10_000

/** Returns a page of the runs whose search's name contains a text, among the first of the part. */
async function pageOfNamed(ctx: TeamCtx, limit: number, query: RunsUrlQuery): Promise<RunsPage | null> {
  const page = pageWithin(await listNamed(ctx, query), limit, query)
  if (page === null) return null
  const { ids, ...around } = page
  const rows = await selectVisibleRuns(ctx.db, ctx.team.id, ctx.actor.memberId, { id: { in: [...ids] } })
  const shown = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return { runs: await viewsOf(ctx, shown), ...around }
}

async function listNamed({ db, team, actor }: TeamCtx, query: RunsUrlQuery): Promise<string[]> {
  const text = foldText(query.text)
  const named = await selectRunNames(db, team.id, actor.memberId, partOf(query), MAX_NAMED)
  const fits = new Map<string, boolean>()
  return named.flatMap(({ id, searchName }) => {
    const isFit = fits.get(searchName) ?? foldText(searchName).includes(text)
    fits.set(searchName, isFit)
    return isFit ? id : []
  })
}

const partOf = ({ search, member, state, sort }: RunsUrlQuery) => ({
  searchId: search,
  memberId: member,
  state,
  isUp: sort === 'started',
})

/** Counts the runs that the member may see, and those that fit a part; 10,001 for more than ten thousand. */
export async function countRuns(
  ctx: TeamCtx,
  query: RunsUrlQuery,
): Promise<{ readonly all: number; readonly found: number }> {
  const count = (part: RunListSelection) =>
    countRunsOf(ctx.db, ctx.team.id, ctx.actor.memberId, part, MAX_NAMED + 1)
  const isPart = [query.search, query.member, query.state].some((value) => value !== undefined)
  const [all, found] = await Promise.all([
    count({}),
    query.text !== ''
      ? listNamed(ctx, query).then(({ length }) => length)
      : isPart
        ? count(partOf(query))
        : null,
  ])
  return { all, found: found ?? all }
}

/** Returns one run, without its items (see `listRunItems`). Throws `not_found`. */
export async function getRun(ctx: TeamCtx, id: string): Promise<RunView> {
  const row = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, id)
  if (!row) throw notFound('The run')
  const [totals, since] = await Promise.all([
    prepareTotalsOf(ctx.db, ctx.team.id, [row]),
    row.reusedPages === 0 ? null : findOldestReusedAt(ctx, id),
  ])
  return { ...toView(ctx, row, totals(row)), reusedSince: since }
}

/** Returns every run of a saved search, private ones included, for actions on all of them. */
export const listRunIds = (ctx: TeamCtx, searchId: string): Promise<string[]> =>
  selectRunIds(ctx.db, ctx.team.id, searchId)

/**
 * Counts the items that the runs of a search's schedule bought since a given time. Calls whose answer was lost count
 * in full or, once they are resolved, with what they were charged.
 */
export async function sumScheduledItems(ctx: TeamCtx, searchId: string, since: Date): Promise<number> {
  const { items: bought, ids } = await sumScheduledRuns(ctx.db, ctx.team.id, searchId, since)
  const [unknown, resolved] = await Promise.all([
    sumUnknownByRun(ctx.db, ctx.team.id, ids),
    sumResolvedByRun(ctx, ids),
  ])
  return [...unknown.values()].reduce((sum, { items }) => sum + items, bought + resolved.items)
}

/** Returns the runs of shared searches' schedules that ended since a given time with new items, earliest first. */
export const listScheduledRunsWithNewItems = (ctx: TeamCtx, since: Date) =>
  selectScheduledRunsWithNewItems(ctx.db, ctx.team.id, since)

/** A subject with its newest run. */
export interface SubjectRun {
  readonly subject: string
  /** When a run of it last ended with new items; null if it never did, or in one batch. */
  readonly lastNewAt: Date | null
  /** Null if it was never run. */
  readonly run: RunView | null
}

/** Returns the subjects of a search in order, each with its newest run that the member may see. */
export async function listSubjectRuns(
  ctx: TeamCtx,
  search: Parameters<typeof listSubjects>[1],
): Promise<SubjectRun[]> {
  const subjects = await listSubjects(ctx, search)
  const ids = subjects.map(({ streamId }) => streamId)
  const rows = await selectNewestRunsOfStreams(ctx.db, ctx.team.id, ctx.actor.memberId, ids)
  const runs = new Map(zipExact(rows, await viewsOf(ctx, rows)).map(([{ streamId }, run]) => [streamId, run]))
  return subjects.map(({ subject, streamId, lastNewAt }) => ({
    subject,
    lastNewAt,
    run: runs.get(streamId) ?? null,
  }))
}

/** Returns the runs of a batch that the member may see, in the order of its subjects. */
export async function listBatchRuns(ctx: TeamCtx, batchId: string): Promise<SubjectRun[]> {
  const rows = await selectRunsOfBatch(ctx.db, ctx.team.id, ctx.actor.memberId, batchId)
  const runs = await viewsOf(ctx, rows)
  return runs.map((run) => ({ subject: run.subject, lastNewAt: null, run }))
}

/** Returns the runs of a batch with which it continues: those that can, and then those without a page as well. */
export function listContinuing(parts: readonly SubjectRun[]): RunView[] {
  const runs = parts.flatMap(({ run }) => run ?? [])
  const isLeft = ({ endReason, pages, reusedPages, isUserUnknown }: RunView) =>
    CONTINUABLE_ENDS.some((each) => each === endReason) && pages + reusedPages === 0 && !isUserUnknown
  return runs.some(({ may }) => may.goOn) ? runs.filter((run) => run.may.goOn || isLeft(run)) : []
}

const toView = (ctx: TeamCtx, row: ShownRunRow, totals: RunTotals & Pick<RunView, 'subjects'>): RunView => ({
  ...totals,
  id: row.id,
  searchId: row.searchId,
  searchName: row.searchName,
  searchVersion: row.searchVersion,
  isInBackground: row.manner !== 'page',
  batchId: row.batchId,
  subjectCount: row.subjectCount,
  isFailed: isFailedEnd(row.endReason),
  isUserUnknown: row.endReason === 'problem' && tellsUnknownUser(row.endNote),
  isWaiting: row.state === 'OPEN' && row.manner === 'background' && row.instanceId === null,
  isScheduled: row.isScheduled,
  operation: row.operation,
  subject: row.subject,
  product: row.product,
  keyId: row.keyId,
  keyPrefix: row.keyPrefix,
  environmentId: row.environmentId,
  environmentName: row.environmentName,
  memberName: row.memberName,
  may: runRights(ctx.actor, { ...row, ...totals }, ctx.clock.now()),
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

/** Maximum number of runs that one statement reads: some ten milliseconds. */
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
 * Finds the runs of a span that fit a filter and that the member may see, newest first, a page at a time. Each search
 * is bounded: a rare filter may return fewer, and `next` continues from there.
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
    const of = { position: place, ...(searchId !== undefined && { searchId }) }
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
