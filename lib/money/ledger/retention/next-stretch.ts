import { monthBefore } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { CallsAge } from '@/lib/teams/teams'

/**
 * Minimum time between two months. It is shorter than a day, so that one month is deleted every night even when clocks
 * change.
 */
const NIGHTLY_MS = 20 * 3_600_000

/** The moments before which whole months are deleted: by today's date, and by the date of the team's choice. */
export interface LeavesBefore {
  readonly now: Date
  readonly whenChosen: Date
}

/**
 * Returns the moments before which months are deleted because they are older than the team keeps them. Null if it
 * keeps all.
 */
export function leavesBefore(
  { clock, team: { timeZone } }: Pick<TeamCtx, 'clock' | 'team'>,
  { months, chosenAt }: CallsAge,
): LeavesBefore | null {
  if (months === null || chosenAt === null) return null
  const now = clock.now()
  return {
    now: monthBefore(now, timeZone, months),
    whenChosen: monthBefore(chosenAt < now ? chosenAt : now, timeZone, months),
  }
}

/**
 * Returns whether a month that ends at `to` may be deleted now. Months that were old enough at the time of the choice
 * are deleted at once. Later only one is deleted per night, so that an operator notices a clock that jumped by years
 * before everything is gone.
 */
export function isNext(to: Date, before: LeavesBefore, lastBeganAt: Date | null, now: Date): boolean {
  if (to > before.now) return false
  if (to <= before.whenChosen || lastBeganAt === null) return true
  return Math.abs(now.getTime() - lastBeganAt.getTime()) >= NIGHTLY_MS
}
