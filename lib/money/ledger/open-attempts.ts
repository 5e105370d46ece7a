import type { Tx } from '@/lib/platform/db'
import { type AttemptRow, insertAttempts } from './attempt-store'
import type { Reservation } from './schemas'

export interface NewAttempt extends AttemptRow {
  readonly reservation: Reservation
}

/**
 * Writes attempts with their reservations before the upstream is called: no call is lost, whatever happens to the
 * process. Each must be ended as settled, free or unknown.
 */
export const openAttempts = (tx: Tx, attempts: readonly NewAttempt[]): Promise<void> =>
  insertAttempts(tx, attempts)
