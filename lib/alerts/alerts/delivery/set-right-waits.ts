import { LONGEST_WAIT_MS } from '@/lib/alerts/channels'
import type { Db } from '@/lib/platform/db'
import { moveDelivery, selectAheadDeliveries } from './delivery-store'

/** Clocks of several machines differ by less. */
const TOLERANCE_MS = 10 * 60_000
const AT_ONCE = 100

/**
 * Sets right each message whose next try lies further ahead than it can: a clock that was ahead has put it there, and until
 * then the message would wait. It waits from now as long as after its last try; one that was never tried is due.
 * `pausesMs`: how long it waits after each try, where its receiver has asked for nothing.
 */
export async function setRightWaits(db: Db, now: Date, pausesMs: readonly number[]): Promise<void> {
  const later = (ms: number) => new Date(now.getTime() + ms)
  const rows = await selectAheadDeliveries(db, {
    latestNew: later(TOLERANCE_MS),
    latest: later(LONGEST_WAIT_MS + TOLERANCE_MS),
    // What is of a later time than now tells that the clock was set back since: then the pause alone counts.
    latestByTries: pausesMs.map((pauseMs) => later(pauseMs + TOLERANCE_MS)),
    most: AT_ONCE,
  })
  for (const row of rows)
    await moveDelivery(db, row, later(row.tries === 0 ? 0 : (pausesMs[row.tries - 1] ?? 0)))
}
