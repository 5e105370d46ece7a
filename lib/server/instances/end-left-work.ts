import { endAbandonedRuns, listRunningInstances } from '@/lib/collect/runs'
import type { Clock } from '@/lib/kernel'
import { endAbandonedAttempts, selectCallingInstances } from '@/lib/money/ledger'
import type { Db } from '@/lib/platform/db'
import { selectGone } from './store'

/**
 * Ends the runs and calls that dead or stopped instances left open. It names those instances, so one that starts
 * meanwhile is not affected. Returns the number of calls ended.
 */
export async function endLeftWork(db: Db, clock: Clock): Promise<number> {
  const atWork = new Set([...(await listRunningInstances(db)), ...(await selectCallingInstances(db))])
  const gone = await selectGone(db, [...atWork])
  if (gone.length === 0) return 0
  await endAbandonedRuns(db, clock, gone)
  return endAbandonedAttempts(db, clock, gone)
}
