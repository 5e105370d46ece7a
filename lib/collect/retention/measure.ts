import { DateTime } from 'luxon'
import { measureItems, type StoredItems } from '@/lib/collect/items'
import { requireAdmin } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'

/**
 * The moment up to which items are too old: a day's items go together, in the night after they have become so many days
 * old, so that the audit log has a line a day and not one an hour.
 */
export const tooOldUpTo = (ctx: TeamCtx, days: number): Date =>
  DateTime.fromJSDate(ctx.clock.now(), { zone: ctx.team.timeZone }).startOf('day').minus({ days }).toJSDate()

/** What would go at once if the team kept its items for so many days only; null: for ever. Admins only. */
export async function measureTooOld(ctx: TeamCtx, days: number | null): Promise<StoredItems> {
  requireAdmin(ctx, 'choose how long items are kept')
  if (days === null) return { pages: 0, items: 0, bytes: 0 }
  return measureItems(ctx, { upTo: tooOldUpTo(ctx, days) })
}

/** What the team's stored items are and take, for everyone of the team. */
export const measureStored = (ctx: TeamCtx): Promise<StoredItems> =>
  measureItems(ctx, { upTo: ctx.clock.now() })
