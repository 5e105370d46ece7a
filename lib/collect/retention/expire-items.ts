import { deleteItems, measureItems, measureItemsIfFew, type StoredItems } from '@/lib/collect/items'
import { requireAdmin } from '@/lib/kernel'
import { DAY_MS, dayBefore } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { type ItemRetention, readItemRetention, recordItemsDeletedUntil } from '@/lib/teams/teams'
import { DELETED_BY_AGE, recordDeletion } from './delete-items'

/** Deletes, while `goesOn`, the items of a team that are older than it keeps them: one night's portion. */
export async function expireItems(ctx: TeamCtx, goesOn: () => Promise<boolean>): Promise<void> {
  const { id, name } = ctx.team
  const { days, ...age } = await readItemRetention(ctx)
  if (days === null) return
  const upTo = nextExpiry(tooOldUpTo(ctx, days), age, ctx.clock.now())
  if (upTo === null) return
  // Older pages are gone already and need not be searched again.
  const choice = { upTo, ...(age.goneUpTo && { after: age.goneUpTo }) }
  const gone = await measureItems(ctx, choice)
  if (gone.pages > 0) {
    await recordDeletion(ctx, { action: DELETED_BY_AGE, id, name, gone, upTo })
    if (!(await deleteItems(ctx, choice, goesOn))) return
  }
  await recordItemsDeletedUntil(ctx, upTo)
}

/** Maximum that one night deletes: a day's worth, and another to catch up with missed nights. */
const MAX_A_NIGHT_MS = 2 * DAY_MS
/** Minimum time between nights, which come once a day even if the clocks change. */
const NIGHTLY_MS = 20 * 3_600_000

/**
 * Returns the moment up to which items are deleted now; null if none are. If the clock jumps by years, a night still
 * takes two days' worth, so that an operator notices before all is gone. The first time after somebody chose how long
 * items are kept has no such bound.
 */
function nextExpiry(
  tooOldUpTo: Date,
  { goneUpTo, goneAt }: Pick<ItemRetention, 'goneUpTo' | 'goneAt'>,
  now: Date,
): Date | null {
  if (goneUpTo === null || goneAt === null) return tooOldUpTo
  if (tooOldUpTo <= goneUpTo) return null
  // A time in the future was written by a wrong clock and is ignored.
  const sinceMs = now.getTime() - goneAt.getTime()
  if (sinceMs >= 0 && sinceMs < NIGHTLY_MS) return null
  return new Date(Math.min(tooOldUpTo.getTime(), goneUpTo.getTime() + MAX_A_NIGHT_MS))
}

/**
 * Returns the moment up to which items are too old. A day's items are deleted together, in the night after they reach
 * that age, so that the audit log has one line a day and not one an hour.
 */
const tooOldUpTo = (ctx: TeamCtx, days: number): Date =>
  dayBefore(ctx.clock.now(), ctx.team.timeZone, days).startsAt

/**
 * Measures what would be deleted at once if the team kept its items for this many days; null: for ever. Admins only.
 */
export async function measureExpiredItems(ctx: TeamCtx, days: number | null): Promise<StoredItems> {
  requireAdmin(ctx, 'choose how long items are kept')
  if (days === null) return { pages: 0, items: 0, bytes: 0 }
  return measureItems(ctx, { upTo: tooOldUpTo(ctx, days) })
}

/** Number of pages above which stored items are counted only on request. */
export const MAX_AUTO_COUNTED_PAGES = 5000

/** Measures the team's stored items if it has few pages; else null. */
export const measureStoredItemsIfFew = (
  ctx: TeamCtx,
  limit = MAX_AUTO_COUNTED_PAGES,
): Promise<StoredItems | null> => measureItemsIfFew(ctx, limit)

/** Measures the team's stored items, for everyone in the team. Takes longer the more there are. */
export const measureStoredItems = (ctx: TeamCtx): Promise<StoredItems> =>
  measureItems(ctx, { upTo: ctx.clock.now() })
