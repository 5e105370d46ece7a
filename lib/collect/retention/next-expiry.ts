import { DAY_MS } from '@/lib/platform/calendar'
import type { ItemsAge } from '@/lib/teams/teams'

/** Maximum that one night deletes: a day's worth, and another to catch up with missed nights. */
const MAX_MS = 2 * DAY_MS
/** Minimum time between nights, which come once a day even if the clocks change. */
const NIGHTLY_MS = 20 * 3_600_000

/**
 * Returns the moment up to which items are deleted now; null if none are. If the clock jumps by years, a night still
 * takes two days' worth, so that an operator notices before all is gone. The first time after somebody chose how long
 * items are kept has no such bound.
 */
export function nextExpiry(
  tooOldUpTo: Date,
  { goneUpTo, goneAt }: Pick<ItemsAge, 'goneUpTo' | 'goneAt'>,
  now: Date,
): Date | null {
  if (goneUpTo === null || goneAt === null) return tooOldUpTo
  if (tooOldUpTo <= goneUpTo) return null
  // A time in the future was written by a wrong clock and is ignored.
  const sinceMs = now.getTime() - goneAt.getTime()
  if (sinceMs >= 0 && sinceMs < NIGHTLY_MS) return null
  return new Date(Math.min(tooOldUpTo.getTime(), goneUpTo.getTime() + MAX_MS))
}
