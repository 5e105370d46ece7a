import { DAY_MS } from '@/lib/platform/calendar'
import type { ItemsAge } from '@/lib/teams/teams'

/** What a night deletes at most: a day's worth, and another one to catch up with nights that were missed. */
const MOST_MS = 2 * DAY_MS
/** A night comes once a day, also where the clocks change. */
const NIGHTLY_MS = 20 * 3_600_000

/**
 * Up to when items go now; null for none. Where the clock jumps by years, a night still takes two days' worth, and an
 * operator sees it before all is gone. The first time after somebody chose how long items are kept has no such bound.
 */
export function nextExpiry(
  tooOldUpTo: Date,
  { goneUpTo, goneAt }: Pick<ItemsAge, 'goneUpTo' | 'goneAt'>,
  now: Date,
): Date | null {
  if (goneUpTo === null || goneAt === null) return tooOldUpTo
  if (tooOldUpTo <= goneUpTo) return null
  // A time in the future was written by a clock that was wrong, and counts for nothing.
  const sinceMs = now.getTime() - goneAt.getTime()
  if (sinceMs >= 0 && sinceMs < NIGHTLY_MS) return null
  return new Date(Math.min(tooOldUpTo.getTime(), goneUpTo.getTime() + MOST_MS))
}
