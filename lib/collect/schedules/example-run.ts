import { type TeamCtx, transaction } from '@/lib/platform/db'
import { updateSchedule } from './store'

/** Records the last run of an example's schedule, which no job ran. */
export const noteExampleRun = (
  { db, team, clock }: TeamCtx,
  searchId: string,
  runId: string,
): Promise<void> =>
  transaction(db, async (tx) => {
    await updateSchedule(tx, team.id, searchId, { lastRunId: runId, updatedAt: clock.now() })
  })
