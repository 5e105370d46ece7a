import type { Tx } from '@/lib/db'
import type { Attribution, Reservation } from './schemas'
import { insertAttempt } from './store'

export interface NewAttempt extends Attribution {
  readonly teamId: string
  readonly instanceId: string
  readonly openedAt: Date
  readonly pageNumber: number
}

/**
 * Writes an attempt with its reservation, before the upstream is called: whatever happens to the process afterwards,
 * the call is not lost. Answers the attempt's id; it must be ended by `settleAttempt`, `freeAttempt` or `loseAttempt`.
 */
export async function openAttempt(tx: Tx, attempt: NewAttempt, reservation: Reservation): Promise<string> {
  const { id } = await insertAttempt(tx, attempt, reservation)
  return id
}
