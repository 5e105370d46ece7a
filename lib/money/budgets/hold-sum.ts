import type { Nano } from '@/lib/kernel'
import { lock, type Tx } from '@/lib/platform/db'
import { budgetLock } from './lock-name'
import { changeHold, selectBudgetsOf, selectHolds } from './store'

type Hold = Awaited<ReturnType<typeof selectHolds>>[number]

/** The sum that lost calls were charged together: nano-credits, and the maximum number of items. */
export interface KnownSum {
  readonly attemptIds: string[]
  readonly items: bigint
  readonly nano: Nano
}

/**
 * Lowers holds once the sum of lost calls is known, though not the charge of each. Every budget then holds that sum
 * for the calls that it counts, instead of the maximum cost of each. A budget in credits that counts all of them still
 * holds no less, even if the upstream's price is above the booked one. Returns the number of changed holds.
 */
export async function holdSum(tx: Tx, teamId: string, sum: KnownSum): Promise<number> {
  // Usually there is nothing to do. Checking that without the lock makes nobody wait.
  if ((await changedHolds(tx, teamId, sum)).length === 0) return 0
  // A settlement or a release must not read a hold while it changes.
  await lock(tx, budgetLock(teamId), 'exclusive')
  const changed = await changedHolds(tx, teamId, sum)
  for (const { hold, amount } of changed) await changeHold(tx, hold, hold.amount, amount)
  return changed.length
}

async function changedHolds(tx: Tx, teamId: string, { attemptIds, items, nano }: KnownSum) {
  const holds = await selectHolds(tx, teamId, attemptIds)
  const budgetIds = [...new Set(holds.map(({ budgetId }) => budgetId))]
  const units = new Map((await selectBudgetsOf(tx, teamId, budgetIds)).map(({ id, unit }) => [id, unit]))
  return budgetIds.flatMap((budgetId) => {
    const own = holds.filter((hold) => hold.budgetId === budgetId)
    const isInItems = units.get(budgetId) === 'items'
    const lowered = lower(own, isInItems ? items : nano)
    const missing = nano - lowered.reduce((total, { amount }) => total + amount, 0n)
    const isShort = !isInItems && own.length === attemptIds.length && missing > 0n
    const [first, ...others] = lowered
    const known = isShort && first ? [{ ...first, amount: first.amount + missing }, ...others] : lowered
    return known.filter(({ hold, amount }) => amount !== hold.amount)
  })
}

/** Limits one budget's holds of each period to the sum. */
function lower(holds: readonly Hold[], sum: bigint) {
  const left = new Map<number, bigint>()
  return holds.map((hold) => {
    const period = hold.startsAt.getTime()
    const room = left.get(period) ?? sum
    const amount = hold.amount < room ? hold.amount : room
    left.set(period, room - amount)
    return { hold, amount }
  })
}
