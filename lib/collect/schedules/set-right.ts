import type { TeamCtx } from '@/lib/platform/db'
import { moveOn, selectAhead } from './store'
import { nextTimes } from './times'

/**
 * Clocks of several machines differ by less. Correcting such differences would have two processes undo each other's
 * times.
 */
const TOLERANCE_MS = 10 * 60_000

/**
 * Corrects each next time that lies further ahead than the schedule's own next time from now: a clock that was ahead
 * has set it, and until then the schedule would stand still. A time that has already run is not run again.
 */
export async function setRightTimes(ctx: TeamCtx): Promise<void> {
  const latest = new Date(ctx.clock.now().getTime() + TOLERANCE_MS)
  for (const row of await selectAhead(ctx.db, ctx.team.id, latest)) {
    const [own] = nextTimes(row, ctx.team.timeZone, latest, 1)
    if (!own || row.nextAt === null || row.nextAt <= own) continue
    const [nextAt = own] = nextTimes(row, ctx.team.timeZone, ctx.clock.now(), 1)
    const lastNote =
      'Its next time was too far ahead, since a clock was or the time zone changed. It was set right.'
    await moveOn(ctx.db, row, { nextAt, lastNote })
  }
}
