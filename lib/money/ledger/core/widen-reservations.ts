import type { OperationName } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { ATTEMPTS } from './attempt-store'
import { noteLostChanged } from './lost-store'
import { RESOLUTIONS } from './resolution-store'

/**
 * A list of the upstream has sent more than was asked for, though it was believed to keep to that: the team's calls of this
 * operation that are under way, or unknown and not resolved, may bring a whole page of `most` items from now on, at the price that each had.
 * What budgets hold for them stays as it is. In the transaction that has noticed it.
 */
export async function widenReservations(
  tx: Tx,
  teamId: string,
  operation: OperationName,
  most: number,
): Promise<void> {
  // The open ones first: this waits for those that are just ending, as lost ones perhaps, which are then among the others.
  await widen(tx, teamId, { operation, most, state: 'OPEN' })
  // A team's lost calls stay, nearly all of them resolved: they are looked through only where one is not.
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
