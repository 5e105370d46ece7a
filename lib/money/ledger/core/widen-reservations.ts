import type { OperationName } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { ATTEMPTS } from './attempt-store'
import { noteLostChanged } from './lost-store'
import { RESOLUTIONS } from './resolution-store'

/**
 * Widens the reservations of an operation after a list of the upstream sent more than was asked for. From then on, the
 * team's calls of this operation that are under way, or unknown and not resolved, may bring a whole page of `most`
 * items, each at the price it had.
 *
 * What budgets hold for them stays as it is. Runs in the transaction that noticed it.
 */
export async function widenReservations(
  tx: Tx,
  teamId: string,
  operation: OperationName,
  most: number,
): Promise<void> {
  // Open attempts come first: this waits for those that are just ending. If they end as lost, the second pass finds
  // them.
  await widen(tx, teamId, { operation, most, state: 'OPEN' })
  // A team's lost calls are kept, and nearly all are resolved, so they are read only if at least one is not.
  if (await noteLostChanged(tx, teamId)) await widen(tx, teamId, { operation, most, state: 'UNKNOWN' })
}

interface Widening {
  readonly operation: OperationName
  readonly most: number
  readonly state: 'OPEN' | 'UNKNOWN'
}

async function widen(tx: Tx, teamId: string, { operation, most, state }: Widening): Promise<void> {
  await tx.$executeRaw`
    UPDATE ${ATTEMPTS} SET "reservedNano" = "reservedNano" / "reservedItems" * ${most}, "reservedItems" = ${most}
    WHERE a."teamId" = ${teamId} AND a."state" = ${state} AND a."operation" = ${operation}
      AND a."reservedItems" > 0 AND a."reservedItems" < ${most}
      AND NOT EXISTS (SELECT 1 FROM ${RESOLUTIONS} WHERE s."attemptId" = a."id")`
}
