import type { Nano } from '@/lib/kernel'
import type { Attribution } from '@/lib/money/ledger'
import { periodOf } from '@/lib/platform/calendar'
import { lock, type TeamCtx, type Tx } from '@/lib/platform/db'
import { listAdminNames, timeZoneNow } from '@/lib/teams/teams'
import { BudgetStop } from './budget-stop'
import { countsCall } from './counting'
import { budgetLock } from './lock-name'
import { sumGranted } from './raise-store'
import { period, scope, unit } from './schemas'
import {
  type BudgetRow,
  type HoldRow,
  insertHolds,
  makePeriod,
  selectBudgets,
  selectPeriods,
  takeFromPeriod,
} from './store'

export interface Need {
  readonly attemptId: string
  readonly attribution: Attribution
  /** The largest possible page. */
  readonly items: number
  /** Maximum cost; null while no price is known. */
  readonly nano: Nano | null
}

/** Returns a team's budgets in force, which stay as they are until the transaction ends. */
export async function budgetsInForce(tx: Tx, teamId: string): Promise<BudgetRow[]> {
  // Both statements are sent together; the second one reads what is there once the lock is held.
  const [, budgets] = await Promise.all([lock(tx, budgetLock(teamId), 'shared'), selectBudgets(tx, teamId)])
  return budgets
}

/**
 * Holds the largest possible pages against each of the `budgets` in force that counts them, in the transaction that
 * opens the attempts. Throws `BudgetStop`, with what all budgets refuse, if a stopping budget could be exceeded. Then
 * the transaction must roll back.
 */
export async function reserve(
  tx: Tx,
  ctx: TeamCtx,
  openedAt: Date,
  needs: readonly Need[],
  budgets: readonly BudgetRow[],
): Promise<void> {
  const teamId = ctx.team.id
  const counting = budgets.flatMap((budget) => {
    const counts = { ...budget, scope: scope.parse(budget.scope) }
    const own = needs.filter(({ attribution }) => countsCall(counts, { teamId, ...attribution }))
    return own.length > 0 ? [{ budget, own }] : []
  })
  if (counting.length === 0) return
  const stopping = counting.flatMap(({ budget: { id, stops } }) => (stops ? [id] : []))
  const [granted, timeZone] = await Promise.all([
    sumGranted(tx, teamId, stopping, openedAt),
    // Read again, because the context's zone may be outdated and all calls must count in the same days.
    timeZoneNow(tx, teamId),
  ])
  const holds: HoldRow[] = []
  const stops: BudgetStop[] = []
  for (const { budget, own } of counting) {
    const most = budget.stops ? budget.amount + (granted.get(budget.id) ?? 0n) : null
    try {
      holds.push(...(await holdAgainst(tx, budget, { teamId, openedAt, timeZone, most }, own)))
    } catch (error) {
      if (!(error instanceof BudgetStop)) throw error
      stops.push(error)
    }
  }
  const [first] = stops
  // If several budgets refuse a call, the first one is reported.
  if (first) throw BudgetStop.of(first, new Map(stops.toReversed().flatMap(({ each }) => [...each])))
  await insertHolds(tx, holds)
}

interface Place {
  readonly teamId: string
  readonly openedAt: Date
  readonly timeZone: string
  /** Null if the budget does not stop. */
  readonly most: bigint | null
}

/** Holds pages against one budget. All go into one statement, because each makes all other calls of the team wait. */
async function holdAgainst(
  tx: Tx,
  budget: BudgetRow,
  { teamId, openedAt, timeZone, most }: Place,
  needs: readonly Need[],
) {
  const asked = needs.map((need) => ({ need, amount: amountIn(budget, need) }))
  const unpriced = asked.find(({ amount }) => amount === null)
  if (unpriced && budget.stops) {
    const admins = await listAdminNames(tx, teamId)
    const each = asked.flatMap(({ need: { attemptId, attribution }, amount }) =>
      amount === null
        ? [[attemptId, BudgetStop.withoutPrice(budget, attribution.operation, admins)] as const]
        : [],
    )
    const { operation } = unpriced.need.attribution
    throw BudgetStop.of(BudgetStop.withoutPrice(budget, operation, admins), new Map(each))
  }
  const { startsAt, endsAt } = periodOf(openedAt, period.parse(budget.period), timeZone)
  const key = { teamId, budgetId: budget.id, startsAt }
  const holds = asked.map(({ need: { attemptId }, amount }) => ({ attemptId, amount: amount ?? 0n, ...key }))
  const sum = holds.reduce((all, { amount }) => all + amount, 0n)
  if (await takeFromPeriod(tx, key, sum, most)) return holds
  // Either it was too much, or this call is the first of its period.
  await makePeriod(tx, key)
  if (await takeFromPeriod(tx, key, sum, most)) return holds
  const [now] = await selectPeriods(tx, [key])
  const left = (most ?? 0n) - (now ? now.settled + now.reserved : 0n)
  const admins = await listAdminNames(tx, teamId)
  const stop = (shortage: ReturnType<typeof firstBeyond>) =>
    BudgetStop.spent(budget, { ...shortage, resetsAt: endsAt, timeZone, admins })
  const each = holds.flatMap(({ attemptId, amount }) =>
    amount > left ? [[attemptId, stop({ left, needed: amount })] as const] : [],
  )
  throw BudgetStop.of(stop(firstBeyond(holds, left)), new Map(each))
}

/** Returns the first page that does not fit, with what is left for it. */
function firstBeyond(holds: readonly { readonly amount: bigint }[], before: bigint) {
  let left = before
  for (const { amount } of holds) {
    if (amount > left) return { left, needed: amount }
    left -= amount
  }
  return { left, needed: 0n }
}

const amountIn = (budget: BudgetRow, { items, nano }: Need): bigint | null =>
  unit.parse(budget.unit) === 'items' ? BigInt(items) : nano
