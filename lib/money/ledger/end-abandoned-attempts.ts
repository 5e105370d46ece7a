import { AppError, type Clock } from '@/lib/kernel'
import { type Db, transaction } from '@/lib/platform/db'
import { selectAbandonedAttempts, selectOpenAttempts } from './core/attempt-store'
import { loseAttempt } from './ledger'

const BATCH = 500

/**
 * Ends as UNKNOWN every open attempt of these dead processes: they may have sent their calls, and nobody will receive
 * the answers. Returns the number of ended attempts.
 */
export async function endAbandonedAttempts(db: Db, clock: Clock, deadInstanceIds: string[]): Promise<number> {
  let ended = 0
  for (;;) {
    const batch = await selectAbandonedAttempts(db, deadInstanceIds, BATCH)
    for (const { id, teamId } of batch) {
      if (await endAsUnknown(db, { teamId, attemptId: id, at: clock.now() }, STOPPED)) ended++
    }
    if (batch.length < BATCH) return ended
  }
}

/**
 * Ends the open attempts of a living process that were opened before a given time and that it no longer works on, after
 * a fault that nothing else could repair: as FREE by `endNeverSent`, if it returns true, else as UNKNOWN. Returns the
 * number of ended attempts.
 */
export async function endForgottenAttempts(
  db: Db,
  clock: Clock,
  {
    instanceId,
    openedBefore,
    isUnderWay,
    endNeverSent,
  }: {
    readonly instanceId: string
    readonly openedBefore: Date
    isUnderWay(attemptId: string): boolean
    endNeverSent(attemptId: string): Promise<boolean>
  },
): Promise<number> {
  const open = await selectOpenAttempts(db, instanceId, openedBefore, BATCH)
  let ended = 0
  for (const { id, teamId } of open) {
    if (isUnderWay(id)) continue
    if (await endNeverSent(id)) ended++
    else if (await endAsUnknown(db, { teamId, attemptId: id, at: clock.now() }, FORGOTTEN)) ended++
  }
  return ended
}

const STOPPED = 'Purser stopped before the answer arrived'
const FORGOTTEN = 'Purser could not write what became of this call'

async function endAsUnknown(
  db: Db,
  ending: { teamId: string; attemptId: string; at: Date },
  reason: string,
): Promise<boolean> {
  const miss = { reason, httpStatus: null, latencyMs: null, waitedMs: null }
  try {
    await transaction(db, (tx) => loseAttempt(tx, ending, miss))
    return true
  } catch (error) {
    // Another instance was first. The attempt has exactly one end.
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}
