import { DAY_MS } from '@/lib/platform/calendar'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { deleteDeliveries, selectOverBefore } from './delivery-store'

/** Number of days for which a message's result is kept. */
const MESSAGE_DAYS = 90
const A_STEP = 200

/** Deletes a team's old messages that have their result, some in each step. Waiting messages stay. */
export async function* forgetMessages({ db, clock, team }: TeamCtx): AsyncGenerator<void, void> {
  for (;;) {
    const before = new Date(clock.now().getTime() - MESSAGE_DAYS * DAY_MS)
    const deleted = await transaction(db, async (tx) => {
      const ids = await selectOverBefore(tx, team.id, before, A_STEP)
      if (ids.length > 0) await deleteDeliveries(tx, team.id, ids)
      return ids.length
    })
    if (deleted === 0) return
    yield
  }
}
