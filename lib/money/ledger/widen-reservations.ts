import { largestPage, type Operation } from '@/lib/kernel'
import { sql, type Tx } from '@/lib/platform/db'
import { raiseReserved } from './attempt-store'
import { RESOLUTIONS } from './resolution-store'

/**
 * A list of the upstream has sent more than was asked for, though it was believed to keep to that: the team's calls of this
 * operation that are under way, or unknown and not resolved, may bring a whole page from now on. What budgets hold for them
 * stays as it is. In the transaction that has noticed it.
 */
export const widenReservations = async (tx: Tx, teamId: string, operation: Operation): Promise<void> => {
  const resolved = sql`SELECT 1 FROM ${RESOLUTIONS} WHERE s."attemptId" = a."id"`
  await raiseReserved(tx, { teamId, operation, most: largestPage(operation) }, resolved)
}
