import { listScheduledNews, withoutUpstreamWords } from '@/lib/collect/runs'
import { listSearchNames } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { type ScheduleRow, selectSchedules } from './store'

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
export async function watchSchedules(ctx: TeamCtx, since: Date): Promise<WatchedSchedule[]> {
  const rows = (await selectSchedules(ctx.db, ctx.team.id)).filter(mayTell)
  if (rows.length === 0) return []
  const [news, shared] = await Promise.all([
    rows.some(({ tellsAbove }) => tellsAbove !== null) ? listScheduledNews(ctx, since) : [],
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
  isShared ? (pausedNote ?? '') : withoutUpstreamWords(pausedNote ?? '')

const hasPausedItself = ({ pausedBy }: ScheduleRow): boolean => pausedBy === 'Purser'

const mayTell = (row: ScheduleRow): boolean =>
  hasPausedItself(row) || row.tellsAbove !== null || row.tellsQuietHours !== null
