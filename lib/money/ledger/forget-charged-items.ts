import type { Clock } from '@/lib/kernel'
import { dayBefore } from '@/lib/platform/calendar'
import type { Db } from '@/lib/platform/db'
import { deleteChargedBefore } from './charged-store'

const BATCH = 5000
/** In every zone a day is over by then. */
const KEPT_DAYS = 2

/** Forgets which items were charged on days that are over in every zone: they are charged anew. */
export async function forgetChargedItems(
  db: Db,
  clock: Clock,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  const { date } = dayBefore(clock.now(), 'UTC', KEPT_DAYS)
  while ((await deleteChargedBefore(db, date, BATCH)) === BATCH) if (!(await goesOn())) return
}
