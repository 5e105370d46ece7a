import { measureFewItems, measureItems, type StoredItems } from '@/lib/collect/items'
import { requireAdmin } from '@/lib/kernel'
import { dayBefore } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/**
 * Returns the moment up to which items are too old. A day's items are deleted together, in the night after they reach
 * that age, so that the audit log has one line a day and not one an hour.
 */
export const tooOldUpTo = (ctx: TeamCtx, days: number): Date =>
  dayBefore(ctx.clock.now(), ctx.team.timeZone, days).startsAt

/**
 * Measures what would be deleted at once if the team kept its items for this many days; null: for ever. Admins only.
 */
export async function measureTooOld(ctx: TeamCtx, days: number | null): Promise<StoredItems> {
  requireAdmin(ctx, 'choose how long items are kept')
  if (days === null) return { pages: 0, items: 0, bytes: 0 }
  return measureItems(ctx, { upTo: tooOldUpTo(ctx, days) })
}

/** Number of pages above which stored items are counted only on request. */
export const COUNTED_PAGES = 5000

/** Measures the team's stored items if it has few pages; else null. */
export const glanceAtStored = (ctx: TeamCtx, most = COUNTED_PAGES): Promise<StoredItems | null> =>
  measureFewItems(ctx, most)

/** Measures the team's stored items, for everyone in the team. Takes longer the more there are. */
export const measureStored = (ctx: TeamCtx): Promise<StoredItems> =>
  measureItems(ctx, { upTo: ctx.clock.now() })
