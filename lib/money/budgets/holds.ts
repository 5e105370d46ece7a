import type { Nano } from '@/lib/kernel'
import { lock, type Tx } from '@/lib/platform/db'
import { budgetLock } from './lock-name'
import { deleteHolds, type HoldRow, moveFromHold, selectBudgetsOf, selectHolds } from './store'
import { type MovedPeriod, tellReached } from './tell-reached'

/** An attempt's items and cost. Null without a known charge. */
export interface SettledHold {
  readonly attemptId: string
  readonly items: number
  readonly nano: Nano | null
}

/**
 * Returns what attempts hold of budgets, which stays so until the transaction ends. Call it before anything is
 * written, so that a transaction that waits here has locked no rows that others wait for.
 */
export async function holdsOf(tx: Tx, teamId: string, attemptIds: readonly string[]): Promise<HoldRow[]> {
  // The lock keeps a recount from seeing the attempts as pending and keeping their holds. Both statements are sent
  // together; the second one reads what is there once the lock is held.
  const [, holds] = await Promise.all([
    lock(tx, budgetLock(teamId), 'shared'),
    selectHolds(tx, teamId, attemptIds),
  ])
  return holds
}

/**
 * Settles the holds of charged attempts. Their items count in full in the period of the request, even beyond what was
 * held. `holds` comes from `holdsOf`. Without a known charge, a budget in credits keeps its hold. Writes an event for
 * each percent that a budget reaches. Runs in the settling transaction.
 */
export async function settleHolds(
  tx: Tx,
  teamId: string,
  at: Date,
  came: readonly SettledHold[],
  holds: readonly HoldRow[],
): Promise<void> {
  if (holds.length === 0) return
  const byAttempt = new Map(came.map((each) => [each.attemptId, each]))
  const budgets = await selectBudgetsOf(tx, teamId, [...new Set(holds.map(({ budgetId }) => budgetId))])
  const inItems = new Set(budgets.flatMap(({ id, unit }) => (unit === 'items' ? [id] : [])))
  const moves = holds.map((hold) => {
    const { items, nano } = byAttempt.get(hold.attemptId) ?? { items: 0, nano: null }
    return { hold, settled: inItems.has(hold.budgetId) ? BigInt(items) : (nano ?? hold.amount) }
  })
  const [moved] = await Promise.all([moveTogether(tx, moves), deleteHolds(tx, teamId, [...byAttempt.keys()])])
  await tellReached(tx, teamId, at, budgets, moved)
}

interface Move {
  readonly hold: HoldRow
  readonly settled: bigint
}

/**
 * Changes each period with one statement, always in the same order, because others wait for those rows. Returns each
 * period's settled amount before and after.
 */
async function moveTogether(tx: Tx, moves: readonly Move[]): Promise<MovedPeriod[]> {
  const periods = new Map<string, { readonly hold: Move['hold']; held: bigint; settled: bigint }>()
  for (const { hold, settled } of moves) {
    const name = `${hold.budgetId} ${hold.startsAt.toISOString()}`
    const sums = periods.get(name) ?? { hold, held: 0n, settled: 0n }
    sums.held += hold.amount
    sums.settled += settled
    periods.set(name, sums)
  }
  const inOrder = [...periods].sort(([a], [b]) => (a < b ? -1 : 1))
  return Promise.all(
    inOrder.map(async ([, { hold, held, settled }]) => {
      const now = await moveFromHold(tx, hold, held, settled)
      return { budgetId: hold.budgetId, startsAt: hold.startsAt, before: now - settled, now }
    }),
  )
}

/** Releases the holds of attempts that were certainly not charged, in the transaction that ends them. */
export async function releaseHolds(tx: Tx, teamId: string, holds: readonly HoldRow[]): Promise<void> {
  const attemptIds = [...new Set(holds.map(({ attemptId }) => attemptId))]
  await moveTogether(
    tx,
    holds.map((hold) => ({ hold, settled: 0n })),
  )
  await deleteHolds(tx, teamId, attemptIds)
}
