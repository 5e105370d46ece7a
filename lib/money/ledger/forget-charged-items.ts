import type { Clock } from '@/lib/kernel'
import { dayBefore } from '@/lib/platform/calendar'
import type { Db } from '@/lib/platform/db'
import { deleteChargedBefore } from './charged-store'

const BATCH = 5000
/** In every zone a day is over by then. */
const KEPT_DAYS = 2

/** Deletes what was noted of days that are over in every zone: an item is charged again on the next day. */
export async function forgetChargedItems(
  db: Db,
  clock: Clock,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  const { date } = dayBefore(clock.now(), 'UTC', KEPT_DAYS)
  while ((await deleteChargedBefore(db, date, BATCH)) === BATCH) if (!(await goesOn())) return
}
