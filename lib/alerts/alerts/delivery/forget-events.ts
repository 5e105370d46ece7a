import type { Clock } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import { type Db, transaction } from '@/lib/platform/db'
import { deleteEvents, selectQueuedBefore } from '@/lib/platform/events'
import { deleteEventDeliveries } from './delivery-store'

/** Number of days in which an event can be sent again. */
const EVENT_DAYS = 30
const A_STEP = 200

/** Deletes old events with the messages about them, some in each step. */
export async function* forgetEvents(db: Db, clock: Clock): AsyncGenerator<void, void> {
  for (;;) {
    const before = new Date(clock.now().getTime() - EVENT_DAYS * DAY_MS)
    const deleted = await transaction(db, async (tx) => {
      const ids = await selectQueuedBefore(tx, before, A_STEP)
      if (ids.length === 0) return 0
      await deleteEventDeliveries(tx, ids)
      await deleteEvents(tx, ids)
      return ids.length
    })
    if (deleted === 0) return
    yield
  }
}
