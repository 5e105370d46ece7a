import { listScheduledNews, withoutUpstreamWords } from '@/lib/collect/runs'
import { listSearchNames } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { type ScheduleRow, selectSchedules } from './store'

/** What alerts read: one schedule, and its recent results. */
export interface WatchedSchedule {
  readonly searchId: string
  /** Null if the search is not shared: its name is private. */
  readonly searchName: string | null
  /** Why it paused itself; null if it did not. */
  readonly failure: string | null
  readonly tellsAbove: number | null
  /** Alerts after this many hours without anything new; null for never, and while it is paused. */
  readonly quietHours: number | null
  /** Since when nothing new came. */
  readonly quietSince: Date
  readonly news: readonly { readonly runId: string; readonly newItems: number }[]
}

/**
 * The schedules of a team of which there may be something to tell, with what their runs brought since a moment; for Purser
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
