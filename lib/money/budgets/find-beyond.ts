import { periodOf } from '@/lib/platform/calendar'
import { lock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { listAdminNames, timeZoneNow } from '@/lib/teams/teams'
import { BudgetStop } from './budget-stop'
import { budgetLock } from './lock-name'
import { sumGranted } from './raise-store'
import { period } from './schemas'
import { type BudgetRow, type HoldRow, selectBudgets, selectHolds, selectPeriods } from './store'

/** Maximum number of calls in one statement. */
const AT_ONCE = 1000

/**
 * Describes the team's stopping budgets, so that a change is noticed: calls held against earlier ones may exceed
 * these.
 */
export async function stopsInForce({ db, team }: TeamCtx): Promise<string> {
  const stopping = (await selectBudgets(db, team.id)).filter(({ stops }) => stops)
  return stopping.map(({ id, amount, changedAt }) => `${id} ${amount} ${changedAt.getTime()}`).join('\n')
}

/**
 * Returns those of these calls, held and not yet sent, that no longer fit into the budgets in force because a budget
 * was created, lowered or set to stop. Starts with the newest, and returns no more than necessary for the others to
 * fit.
 *
 * Includes calls that were `told` so before and are still held. They make room once they have left.
 */
export const findBeyond = (
  ctx: TeamCtx,
  waiting: readonly string[],
  told: ReadonlyMap<string, BudgetStop>,
): Promise<ReadonlyMap<string, BudgetStop>> =>
  transaction(ctx.db, async (tx) => {
    // Nobody reserves or settles while this lock is held, so sums and holds are of one moment.
    await lock(tx, budgetLock(ctx.team.id), 'exclusive')
    const teamId = ctx.team.id
    const budgets = (await selectBudgets(tx, teamId)).filter(({ stops }) => stops)
    const ids = budgets.map(({ id }) => id)
    const granted = await sumGranted(tx, teamId, ids, ctx.clock.now())
    const attemptIds = [...new Set([...waiting, ...told.keys()])]
    const holds: HoldRow[] = []
    for (let at = 0; at < attemptIds.length; at += AT_ONCE)
      holds.push(...(await selectHolds(tx, teamId, attemptIds.slice(at, at + AT_ONCE))))
    const held = new Set(holds.map(({ attemptId }) => attemptId))
    const beyond = new Map([...told].filter(([attemptId]) => held.has(attemptId)))
    for (const budget of budgets) {
      const most = budget.amount + (granted.get(budget.id) ?? 0n)
      for (const own of byPeriod(holds.filter(({ budgetId }) => budgetId === budget.id)))
        await addBeyond(tx, beyond, { budget, most }, own)
    }
    return beyond
  })

/** Adds those of a period's calls for which its budget has no room. */
async function addBeyond(
  tx: Tx,
  beyond: Map<string, BudgetStop>,
  { budget, most }: { readonly budget: BudgetRow; readonly most: bigint },
  holds: readonly HoldRow[],
): Promise<void> {
  const [first] = holds
  const [now] = first ? await selectPeriods(tx, [first]) : []
  if (!now) return
  const isGoing = ({ attemptId }: HoldRow) => beyond.has(attemptId)
  let over = now.settled + now.reserved - most
  for (const hold of holds.filter(isGoing)) over -= hold.amount
  if (over <= 0n) return
  const { teamId } = budget
  const timeZone = await timeZoneNow(tx, teamId)
  const { endsAt: resetsAt } = periodOf(now.startsAt, period.parse(budget.period), timeZone)
  const admins = await listAdminNames(tx, teamId)
  // Ids grow with time, so this goes from the newest to the oldest.
  for (const { attemptId, amount } of holds.toSorted((a, b) => (a.attemptId < b.attemptId ? 1 : -1))) {
    if (over <= 0n) return
    if (beyond.has(attemptId) || amount === 0n) continue
    const shortage = { left: amount - over, needed: amount, resetsAt, timeZone, admins }
    beyond.set(attemptId, BudgetStop.spent(budget, shortage))
    over -= amount
  }
}

function byPeriod(holds: readonly HoldRow[]): Iterable<HoldRow[]> {
  const periods = new Map<number, HoldRow[]>()
  for (const hold of holds) {
    const own = periods.get(hold.startsAt.getTime()) ?? []
    own.push(hold)
    periods.set(hold.startsAt.getTime(), own)
  }
  return periods.values()
}
