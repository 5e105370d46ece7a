import { readPlace, writePlace } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { findTokenIds } from '@/lib/teams/tokens'
import type { RunView } from '../core/schemas'
import { selectTraits, selectVisible } from '../core/store'
import { viewsOf } from './list-runs'

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
  { most = PAGE, mostRead = MAX_READ }: { most?: number; mostRead?: number } = {},
): Promise<FoundRuns> {
  const { db, team, actor } = ctx
  const { from, to, searchId } = filter
  // Before the first id of the span's end. A URL may state the year 0, which PostgreSQL rejects.
  const newest = { at: new Date(Math.max(0, to.getTime())), id: '' }
  const asked = after === undefined ? null : readPlace(after)
  let place = asked && asked.at < to ? asked : newest
  const found: { id: string; startedAt: Date }[] = []
  let isOver = false
  for (let read = 0; found.length <= most && read < mostRead && !isOver; ) {
    const few = Math.min(AT_ONCE, mostRead - read)
    const of = { place, ...(searchId !== undefined && { searchId }) }
    const all = await selectTraits(db, team.id, of, few)
    const rows = all.filter(({ startedAt }) => startedAt >= from)
    isOver = rows.length < few
    read += all.length
    const last = rows.at(-1)
    if (last) place = { at: last.startedAt, id: last.id }
    const fitting = rows.filter((row) => fits(row, filter, actor.memberId))
    found.push(...(await ofCaller(ctx, fitting, filter.caller)))
  }
  const shown = found.slice(0, most)
  const last = shown.at(-1)
  const isFull = found.length > most
  const ids = shown.map(({ id }) => id)
  const rows = await selectVisible(db, team.id, actor.memberId, { id: { in: ids } })
  const runs = await viewsOf(
    ctx,
    ids.flatMap((id) => rows.find((row) => row.id === id) ?? []),
  )
  if (isFull && last)
    return { runs, next: writePlace({ at: last.startedAt, id: last.id }), lookedBackTo: null }
  return { runs, next: isOver ? null : writePlace(place), lookedBackTo: isOver ? null : place.at }
}

type Traits = Awaited<ReturnType<typeof selectTraits>>[number]

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
