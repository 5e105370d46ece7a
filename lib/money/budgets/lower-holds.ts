import type { Nano } from '@/lib/kernel'
import { lock, type Tx } from '@/lib/platform/db'
import { budgetLock } from './lock-name'
import { changeHold, selectHolds, selectUnits } from './store'

/** Lost calls that were charged no more than this together. */
export interface KnownSum {
  readonly attemptIds: string[]
  readonly items: bigint
  readonly nano: Nano
}

/**
 * The sum of lost calls is known, though not what each was charged: from now on every budget holds that at most for
 * those that it counts, and not the most that each can have cost. Returns how many holds became smaller.
 */
export async function lowerHolds(tx: Tx, teamId: string, sum: KnownSum): Promise<number> {
  // Most times there is nothing to do, and nobody has to wait for that.
  if ((await excessHolds(tx, teamId, sum)).length === 0) return 0
  // A settlement or a release must not read a hold that changes meanwhile.
  await lock(tx, budgetLock(teamId), 'exclusive')
  const excess = await excessHolds(tx, teamId, sum)
  for (const { hold, amount } of excess) await changeHold(tx, hold, hold.amount, amount)
  return excess.length
}

async function excessHolds(tx: Tx, teamId: string, { attemptIds, items, nano }: KnownSum) {
  const holds = await selectHolds(tx, teamId, attemptIds)
  const budgetIds = [...new Set(holds.map(({ budgetId }) => budgetId))]
  const units = new Map((await selectUnits(tx, teamId, budgetIds)).map(({ id, unit }) => [id, unit]))
  const left = new Map<string, bigint>()
  return holds.flatMap((hold) => {
    const period = `${hold.budgetId} ${hold.startsAt.toISOString()}`
    const room = left.get(period) ?? (units.get(hold.budgetId) === 'items' ? items : nano)
    const amount = hold.amount < room ? hold.amount : room
    left.set(period, room - amount)
    return amount < hold.amount ? [{ hold, amount }] : []
  })
}
