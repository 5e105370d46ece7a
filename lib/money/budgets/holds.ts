import type { Nano } from '@/lib/kernel'
import { lock, type Tx } from '@/lib/platform/db'
import { budgetLock } from './lock-name'
import { deleteHolds, moveFromHold, selectBudgetsOf, selectHolds } from './store'
import { type MovedPeriod, tellReached } from './tell-reached'

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
 * known charge a budget of credits keeps its hold. Writes an event for each percent that a budget reaches. In the settling
 * transaction.
 */
export async function settleHolds(
  tx: Tx,
  teamId: string,
  at: Date,
  came: readonly SettledHold[],
): Promise<void> {
  // A recount must not see the attempts as pending and then keep their holds.
  await lock(tx, budgetLock(teamId), 'shared')
  const byAttempt = new Map(came.map((each) => [each.attemptId, each]))
  const holds = await selectHolds(tx, teamId, [...byAttempt.keys()])
  if (holds.length === 0) return
  const budgets = await selectBudgetsOf(tx, teamId, [...new Set(holds.map(({ budgetId }) => budgetId))])
  const inItems = new Set(budgets.flatMap(({ id, unit }) => (unit === 'items' ? [id] : [])))
  const moves = holds.map((hold) => {
    const { items, nano } = byAttempt.get(hold.attemptId) ?? { items: 0, nano: null }
    return { hold, settled: inItems.has(hold.budgetId) ? BigInt(items) : (nano ?? hold.amount) }
  })
  const moved = await moveTogether(tx, moves)
  await deleteHolds(tx, teamId, [...byAttempt.keys()])
  await tellReached(tx, teamId, at, budgets, moved)
}

interface Move {
  readonly hold: Awaited<ReturnType<typeof selectHolds>>[number]
  readonly settled: bigint
}

/** One statement for each period, in one order, since others wait for those rows. Returns what is settled in each then. */
async function moveTogether(tx: Tx, moves: readonly Move[]): Promise<MovedPeriod[]> {
  const periods = new Map<string, { readonly hold: Move['hold']; held: bigint; settled: bigint }>()
  for (const { hold, settled } of moves) {
    const name = `${hold.budgetId} ${hold.startsAt.toISOString()}`
    const sums = periods.get(name) ?? { hold, held: 0n, settled: 0n }
    sums.held += hold.amount
    sums.settled += settled
    periods.set(name, sums)
  }
  const moved: MovedPeriod[] = []
  for (const [, { hold, held, settled }] of [...periods].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const now = await moveFromHold(tx, hold, held, settled)
    moved.push({ budgetId: hold.budgetId, startsAt: hold.startsAt, before: now - settled, now })
  }
  return moved
}

/** The attempt was certainly not charged: its holds are free again. In the transaction that ends it. */
export async function releaseHold(tx: Tx, { teamId, attemptId }: Held): Promise<void> {
  await lock(tx, budgetLock(teamId), 'shared')
  const holds = await selectHolds(tx, teamId, [attemptId])
  await moveTogether(
    tx,
    holds.map((hold) => ({ hold, settled: 0n })),
  )
  if (holds.length > 0) await deleteHolds(tx, teamId, [attemptId])
}
