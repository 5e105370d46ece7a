import type { Nano } from '@/lib/kernel'
import { lock, type Tx } from '@/lib/platform/db'
import { budgetLock } from './lock-name'
import { deleteHolds, moveFromHold, selectHolds, selectUnits } from './store'

interface Held {
  readonly teamId: string
  readonly attemptId: string
}

/** An attempt's items, and its cost; null without a known charge. */
export interface SettledHold {
  readonly attemptId: string
  readonly items: number
  readonly nano: Nano | null
}

/**
 * Attempts were charged: their items count in the period of the request, in full, even beyond what was held. Without a
 * known charge a budget of credits keeps its hold. In the settling transaction.
 */
export async function settleHolds(tx: Tx, teamId: string, came: readonly SettledHold[]): Promise<void> {
  // A recount must not see the attempts as pending and then keep their holds.
  await lock(tx, budgetLock(teamId), 'shared')
  const byAttempt = new Map(came.map((each) => [each.attemptId, each]))
  const holds = await selectHolds(tx, teamId, [...byAttempt.keys()])
  if (holds.length === 0) return
  const rows = await selectUnits(tx, teamId, [...new Set(holds.map(({ budgetId }) => budgetId))])
  const inItems = new Set(rows.flatMap(({ id, unit }) => (unit === 'items' ? [id] : [])))
  for (const hold of holds) {
    const { items, nano } = byAttempt.get(hold.attemptId) ?? { items: 0, nano: null }
    const settled = inItems.has(hold.budgetId) ? BigInt(items) : (nano ?? hold.amount)
    await moveFromHold(tx, hold, hold.amount, settled)
  }
  await deleteHolds(tx, teamId, [...byAttempt.keys()])
}

/** The attempt was certainly not charged: its holds are free again. In the transaction that ends it. */
export async function releaseHold(tx: Tx, { teamId, attemptId }: Held): Promise<void> {
  await lock(tx, budgetLock(teamId), 'shared')
  const holds = await selectHolds(tx, teamId, [attemptId])
  for (const hold of holds) await moveFromHold(tx, hold, hold.amount, 0n)
  if (holds.length > 0) await deleteHolds(tx, teamId, [attemptId])
}
