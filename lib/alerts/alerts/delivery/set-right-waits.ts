import { MAX_WAIT_MS } from '@/lib/alerts/channels'
import type { Db } from '@/lib/platform/db'
import { moveDelivery, selectAheadDeliveries } from './delivery-store'

/** Clocks of several machines differ by less. */
const TOLERANCE_MS = 10 * 60_000
const AT_ONCE = 100

/**
 * Corrects each message whose next try lies further ahead than possible: a clock that was ahead has set it, and until
 * then the message would wait. It then waits from now as long as after its last try; one that was never tried is due.
 * `pausesMs` holds the waits after each try if the receiver asked for none.
 */
export async function setRightWaits(db: Db, now: Date, pausesMs: readonly number[]): Promise<void> {
  const later = (ms: number) => new Date(now.getTime() + ms)
  const rows = await selectAheadDeliveries(db, {
    latestNew: later(TOLERANCE_MS),
    latest: later(MAX_WAIT_MS + TOLERANCE_MS),
    // A time later than now shows that the clock was set back since, so only the pause counts.
    latestByTries: pausesMs.map((pauseMs) => later(pauseMs + TOLERANCE_MS)),
    most: AT_ONCE,
  })
  for (const row of rows)
    await moveDelivery(db, row, later(row.tries === 0 ? 0 : (pausesMs[row.tries - 1] ?? 0)))
}
