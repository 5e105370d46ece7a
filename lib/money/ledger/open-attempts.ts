import type { Tx } from '@/lib/platform/db'
import type { Reservation } from './schemas'
import { type AttemptRow, insertAttempts } from './store'

export interface NewAttempt extends AttemptRow {
  readonly reservation: Reservation
}

/**
 * Writes attempts with their reservations, before the upstream is called: whatever happens to the process afterwards,
 * no call is lost. Answers the attempts' ids, in order; each must be ended as settled, free or lost.
 */
export const openAttempts = (tx: Tx, attempts: readonly NewAttempt[]): Promise<string[]> =>
  insertAttempts(tx, attempts)
