import { conflict } from '@/lib/kernel'
import { type Db, isDuplicate, type Tx } from '@/lib/platform/db'
import { selectUnknownAttempt } from './attempt-store'
import { addLost } from './lost-store'
import { insertResolution, type ResolutionRow } from './resolution-store'

/** An attempt of the team that ended as unknown; null for any other. */
export const findUnknown = (tx: Db | Tx, teamId: string, attemptId: string) =>
  selectUnknownAttempt(tx, teamId, attemptId)

/** Resolves an unknown attempt, once: throws `conflict` the second time. */
export async function resolveAttempt(tx: Tx, row: ResolutionRow): Promise<void> {
  try {
    await insertResolution(tx, row)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict('This call was resolved already. Reload to see how.')
  }
  await addLost(tx, row, -1)
}
