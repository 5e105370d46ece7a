import { monthBefore } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { CallsAge } from '@/lib/teams/teams'

/** A night comes once a day, also where the clocks change. */
const NIGHTLY_MS = 20 * 3_600_000

/** Before which moments whole months leave: by the time it is, and by the time at which that was chosen. */
export interface LeavesBefore {
  readonly now: Date
  readonly whenChosen: Date
}

/** Months leave once they lie as many whole months back as the team keeps them; null: none leaves. */
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
 * Whether a month that ends at `to` may leave now. What was old enough when somebody chose it leaves at once. Later, where
 * a clock jumps by years, one month leaves in a night, and an operator sees it before all is gone.
 */
export function isNext(to: Date, before: LeavesBefore, lastBeganAt: Date | null, now: Date): boolean {
  if (to > before.now) return false
  if (to <= before.whenChosen || lastBeganAt === null) return true
  return Math.abs(now.getTime() - lastBeganAt.getTime()) >= NIGHTLY_MS
}
