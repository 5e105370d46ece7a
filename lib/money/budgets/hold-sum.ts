import type { Nano } from '@/lib/kernel'
import { lock, type Tx } from '@/lib/platform/db'
import { budgetLock } from './lock-name'
import { changeHold, selectBudgetsOf, selectHolds } from './store'

type Hold = Awaited<ReturnType<typeof selectHolds>>[number]

/** What lost calls were charged together: so many nano-credits, and so many items at most. */
export interface KnownSum {
  readonly attemptIds: string[]
  readonly items: bigint
  readonly nano: Nano
}

/**
 * The sum of lost calls is known, though not what each was charged: from now on every budget holds that for those that
 * it counts, and not the most that each can have cost. A budget in credits that counts all of them holds no less either,
 * where the upstream's price is above the booked one. Returns how many holds changed.
 */
export async function holdSum(tx: Tx, teamId: string, sum: KnownSum): Promise<number> {
  // Most times there is nothing to do, and nobody has to wait for that.
  if ((await changedHolds(tx, teamId, sum)).length === 0) return 0
  // A settlement or a release must not read a hold that changes meanwhile.
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

/** One budget's holds, those of each period at most the sum together. */
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
