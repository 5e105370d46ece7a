import { listScheduledRunsWithNewItems, removeUpstreamWords } from '@/lib/collect/runs'
import { listSearchNames } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { listTokenNames } from '@/lib/teams/tokens'
import type { ScheduleTimesView, ScheduleView } from './schemas'
import { type ScheduleRow, selectSchedules } from './store'
import { describeCron, nextScheduleTimes, type ScheduleTimes } from './times'

const SHOWN = 5

/** Returns the schedules of all searches that the member may see, the next due one first. */
export async function listSchedules(ctx: TeamCtx): Promise<ScheduleView[]> {
  const [rows, members] = await Promise.all([selectSchedules(ctx.db, ctx.team.id), listMembers(ctx)])
  const names = await listSearchNames(
    ctx,
    rows.map(({ searchId }) => searchId),
  )
  const people = new Map(members.map(({ id, name }) => [id, name]))
  const tokens = await listTokenNames(
    ctx,
    rows.flatMap(({ memberId }) => (people.has(memberId) ? [] : [memberId])),
  )
  const dueOf = ({ nextAt, paused }: ScheduleView) =>
    paused ? Number.POSITIVE_INFINITY : (nextAt?.getTime() ?? Number.POSITIVE_INFINITY)
  return rows
    .flatMap((row) => {
      const name = names.get(row.searchId)
      const memberName = people.get(row.memberId) ?? tokens.get(row.memberId) ?? 'Former member'
      return name === undefined ? [] : [toView({ ...row, nextAt: nextOf(ctx, row) }, name, memberName)]
    })
    .sort((a, b) => dueOf(a) - dueOf(b))
}

/** Returns the next time. An example's schedules never run, so theirs is computed. */
const nextOf = ({ team, clock }: TeamCtx, row: ScheduleRow): Date | null =>
  team.isExample ? (nextScheduleTimes(row, team.timeZone, clock.now(), 1)[0] ?? null) : row.nextAt

/** Returns the due times of a schedule before it is saved. Nothing runs. Throws `invalid`. */
export const previewScheduleTimes = (ctx: TeamCtx, times: ScheduleTimes): ScheduleTimesView => ({
  words: describeCron(times.cron),
  next: nextScheduleTimes(times, ctx.team.timeZone, ctx.clock.now(), SHOWN),
})

const toView = (
  {
    teamId: _,
    createdAt,
    updatedAt,
    openRunId,
    lastNewAt,
    pausedAt,
    pausedBy,
    pausedNote,
    ...row
  }: ScheduleRow,
  searchName: string,
  memberName: string,
): ScheduleView => ({
  ...row,
  words: describeCron(row.cron),
  searchName,
  memberName,
  paused: pausedAt && { at: pausedAt, by: pausedBy ?? '', note: pausedNote },
})

/** A schedule and its recent results, as alerts read them. */
export interface WatchedSchedule {
  readonly searchId: string
  /** Null if the search is not shared, since its name is private. */
  readonly searchName: string | null
  /** Reason why it paused itself; null if it did not. */
  readonly failure: string | null
  readonly tellsAbove: number | null
  /** Alerts after this many hours without new items; null for never, and while it is paused. */
  readonly quietHours: number | null
  /** Time since which nothing new came. */
  readonly quietSince: Date
  readonly news: readonly { readonly runId: string; readonly newItems: number }[]
}

/**
 * Returns the schedules of a team that may cause an alert, with what their runs brought since a moment. For Purser
 * itself, not for a person.
 */
export async function listWatchedSchedules(ctx: TeamCtx, since: Date): Promise<WatchedSchedule[]> {
  const rows = (await selectSchedules(ctx.db, ctx.team.id)).filter(mayTell)
  if (rows.length === 0) return []
  const [news, shared] = await Promise.all([
    rows.some(({ tellsAbove }) => tellsAbove !== null) ? listScheduledRunsWithNewItems(ctx, since) : [],
    listSearchNames(
      ctx,
      rows.map(({ searchId }) => searchId),
    ),
  ])
  return rows.map((row) => ({
    searchId: row.searchId,
    searchName: shared.get(row.searchId) ?? null,
    failure: hasPausedItself(row) ? noteFor(row, shared.has(row.searchId)) : null,
    tellsAbove: row.tellsAbove,
    quietHours: row.pausedAt ? null : row.tellsQuietHours,
    quietSince: row.lastNewAt && row.lastNewAt > row.updatedAt ? row.lastNewAt : row.updatedAt,
    news: news
      .filter(({ searchId }) => searchId === row.searchId)
      .map(({ id, newItems }) => ({ runId: id, newItems })),
  }))
}

const noteFor = ({ pausedNote }: ScheduleRow, isShared: boolean): string =>
  isShared ? (pausedNote ?? '') : removeUpstreamWords(pausedNote ?? '')

const hasPausedItself = ({ pausedBy }: ScheduleRow): boolean => pausedBy === 'Purser'

const mayTell = (row: ScheduleRow): boolean =>
  hasPausedItself(row) || row.tellsAbove !== null || row.tellsQuietHours !== null
