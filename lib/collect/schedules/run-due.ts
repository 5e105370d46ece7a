import {
  type BackgroundRuns,
  getRun,
  type RunServices,
  type RunView,
  startScheduledRun,
  sumScheduledItems,
} from '@/lib/collect/runs'
import { getSearch, type SearchView } from '@/lib/collect/searches'
import { AppError, formatCount, idFromName, withPlainConventions } from '@/lib/kernel'
import { sumUnknownBySchedule } from '@/lib/money/ledger'
import { dayContaining } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { createMemberContext } from '@/lib/teams/teams'
import { listFormOf } from '@/lib/upstream/client'
import { listHash, listsKeepingCount } from '@/lib/upstream/providers'
import { advanceSchedule, type ScheduleProgress, type ScheduleRow, selectPendingSchedules } from './store'
import { isWithinActiveHours, nextScheduleTimes } from './times'

/** Number of consecutive failures that pauses a schedule. */
const MAX_FAILURES = 5

export interface ScheduleServices {
  readonly services: RunServices
  readonly background: BackgroundRuns
}

/**
 * Starts a team's due schedules and records the results of started runs, while `goesOn`. Missed times are caught up
 * once, however many there were. Several processes together start one run: its id follows from the search and the
 * time, and the second process finds that the schedule has moved on.
 */
export async function runDueSchedules(
  ctx: TeamCtx,
  parts: ScheduleServices,
  shouldContinue: () => Promise<boolean>,
): Promise<void> {
  const troubles: unknown[] = []
  for (const row of await selectPendingSchedules(ctx.db, ctx.team.id, ctx.clock.now())) {
    if (!(await shouldContinue())) break
    try {
      await visit(ctx, parts, row)
    } catch (error) {
      // A failing schedule must not keep the others from running, nor be tried for ever.
      troubles.push(error)
      const [nextAt = null] = nextScheduleTimes(row, ctx.team.timeZone, ctx.clock.now(), 1)
      await advanceSchedule(ctx.db, row, {
        nextAt,
        ...failed(ctx, row, 'Something went wrong on the server.'),
      })
    }
  }
  if (troubles.length > 0) throw new AggregateError(troubles, 'Schedules failed')
}

async function visit(ctx: TeamCtx, parts: ScheduleServices, row: ScheduleRow): Promise<void> {
  const member = await createMemberContext(ctx, row.memberId)
  if (!member) {
    const note =
      'The member for whom it ran has left the team or can no longer sign in. Save it again to run it for yourself.'
    await advanceSchedule(ctx.db, row, { ...pausedBy(ctx, note), openRunId: null })
    return
  }
  const looked = await lookAtRun(member, row)
  const now = ctx.clock.now()
  if (looked.pausedAt || looked.nextAt === null || looked.nextAt > now) return
  const [nextAt = null] = nextScheduleTimes(looked, ctx.team.timeZone, now, 1)
  const after = await whatComes(member, parts, looked, looked.nextAt)
  await advanceSchedule(ctx.db, looked, { nextAt, ...after })
}

/** Ends that the next run would also reach, after another paid page. */
const FAILURES: readonly RunView['endReason'][] = [
  'problem',
  'budget_refused',
  'unread_items',
  'unread_times',
]

const noteFor = (reason: RunView['endReason']): string =>
  reason === 'problem'
    ? 'Its run could not continue.'
    : 'Its run brought items that cannot be read. An admin can test the provider under Settings, Provider.'

/** Records how the last run ended, if it has. Returns the schedule after that. */
async function lookAtRun(ctx: TeamCtx, row: ScheduleRow): Promise<ScheduleRow> {
  if (row.openRunId === null) return row
  const run = await findRun(ctx, row.openRunId)
  if (run && run.endReason === null) return row
  const outcome: Partial<ScheduleProgress> =
    run && FAILURES.includes(run.endReason)
      ? failed(ctx, row, run.endNote ?? noteFor(run.endReason))
      : { failures: 0, ...(run && run.newItems > 0 && { lastNewAt: run.endedAt }) }
  const change = { ...outcome, openRunId: null }
  return (await advanceSchedule(ctx.db, row, change)) ? { ...row, ...change } : row
}

const findRun = (ctx: TeamCtx, runId: string): Promise<RunView | null> =>
  getRun(ctx, runId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })

/** Starts the due run, or returns the reason why there is none. */
async function whatComes(
  ctx: TeamCtx,
  { services, background }: ScheduleServices,
  row: ScheduleRow,
  dueAt: Date,
): Promise<Partial<ScheduleProgress>> {
  const { searchId, untilKnown } = row
  if (row.openRunId !== null) return { lastNote: 'Skipped once: the previous run was still running.' }
  const now = ctx.clock.now()
  // It was not due then: this time was set by a clock that was behind.
  if (dueAt < row.updatedAt && row.updatedAt <= now) return { lastNote: null }
  if (!isWithinActiveHours(row, ctx.team.timeZone, now))
    return { lastNote: 'Skipped once: it was outside its active hours.' }
  const { startsAt: today } = dayContaining(now, ctx.team.timeZone)
  const runId = idFromName(`schedule ${searchId} ${dueAt.toISOString()}`)
  const started = { openRunId: runId, lastRunId: runId, lastNote: null }
  try {
    const unknown = await sumUnknownBySchedule(ctx, searchId)
    if (unknown >= row.capItemsDay) return pausedBy(ctx, heldBy(unknown))
    const bought = await sumScheduledItems(ctx, searchId, today)
    const search = await getSearch(ctx, searchId)
    // The subjects of a batch share what the day's limit leaves.
    const left = Math.floor((row.capItemsDay - bought) / search.subjectCount)
    const { floor, max } = await pageOf(ctx, services, search)
    // Only the day's first page may exceed a limit that is smaller than a page.
    if (left < (bought === 0 ? floor : max)) return { lastNote: 'Skipped: the daily limit is reached.' }
    const input = { runId, searchId, capItems: Math.min(row.capItems, left), untilKnown }
    await startScheduledRun(ctx, { ...services, background }, input)
    return started
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Another process was first, or this one died between the start of the run and its record.
    return (await findRun(ctx, runId)) ? started : failed(ctx, row, error.message)
  }
}

/**
 * Returns the minimum of items that a page of the search is sold with, and how many a small one may return: all that a
 * page can hold, unless the upstream keeps to counts.
 */
async function pageOf(
  ctx: TeamCtx,
  { upstreams }: Pick<RunServices, 'upstreams'>,
  { operation }: SearchView,
): Promise<{ readonly floor: number; readonly max: number }> {
  const upstream = await upstreams.for(ctx)
  const { name, floor, maximum } = listFormOf(upstream.provider, operation).count
  if (name === null) return { floor, max: maximum }
  const place = listHash(upstream, operation)
  const countHonouredFrom = (await listsKeepingCount(ctx.db, ctx.team.id, [place])).get(place)
  return { floor, max: countHonouredFrom === undefined ? maximum : Math.max(floor, countHonouredFrom) }
}

function failed(ctx: TeamCtx, { failures }: ScheduleRow, note: string): Partial<ScheduleProgress> {
  const inRow = failures + 1
  return { failures: inRow, lastNote: note, ...(inRow >= MAX_FAILURES && pausedBy(ctx, note)) }
}

/** Explains the pause: budgets hold what such calls may have cost, which must not grow for ever while nobody looks. */
const heldBy = (unknown: number): string =>
  `Its calls whose answers were lost may have brought ${withPlainConventions(() => formatCount(unknown))} items, as many as its limit per day, and budgets hold that. Resume it when a balance has explained these calls, or an admin has resolved them under Wallets.`

const pausedBy = (ctx: TeamCtx, note: string) => ({
  pausedAt: ctx.clock.now(),
  pausedBy: 'Purser',
  pausedNote: note,
})
