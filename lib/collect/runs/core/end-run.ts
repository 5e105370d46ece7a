import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { writeEvents } from '@/lib/platform/events'
import { eventsOfEnd } from './run-events'
import type { EndingRuns } from './run-part'
import type { RunEnd } from './schemas'
import { endOpenRuns } from './store'

/** Ends an open run in its own transaction. Returns whether it was open. */
export const endRun = (db: Db, teamId: string, id: string, end: RunEnd): Promise<boolean> =>
  transaction(db, (tx) => endRunWithin(tx, teamId, id, end))

/** Ends an open run. Returns whether it was open. */
export const endRunWithin = async (tx: Tx, teamId: string, id: string, end: RunEnd): Promise<boolean> =>
  (await endRunsWithin(tx, { teamId, id }, end)) === 1

/** Ends open runs and writes the events of that. Returns their number. */
export async function endRunsWithin(tx: Tx, which: EndingRuns, end: RunEnd): Promise<number> {
  // A problem that a cancelled run met meanwhile is not reported.
  const asCancelled = { reason: 'cancelled', at: end.at } as const
  const cancelled = end.reason === 'problem' ? await endOpenRuns(tx, which, asCancelled, true) : []
  const ended = [...cancelled, ...(await endOpenRuns(tx, which, end))]
  await writeEvents(
    tx,
    ended.flatMap((run) => eventsOfEnd(run, end.at)),
  )
  return ended.length
}
