import { type Nano, nanoToText } from '@/lib/kernel'
import { acquireLock, type Tx } from '@/lib/platform/db'
import { type NewEvent, writeEvents } from '@/lib/platform/events'
import { budgetUnitSchema } from './schemas'
import {
  type BudgetRow,
  budgetLockName,
  changeHold,
  deleteHolds,
  type HoldRow,
  selectBudgetsByIds,
  selectHolds,
  settleHeldAmount,
  sumGrantedRaises,
} from './store'

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
export async function readLockedHolds(
  tx: Tx,
  teamId: string,
  attemptIds: readonly string[],
): Promise<HoldRow[]> {
  // The lock keeps a recount from seeing the attempts as pending and keeping their holds.
  await acquireLock(tx, budgetLockName(teamId), 'shared')
  return selectHolds(tx, teamId, attemptIds)
}

/**
 * Settles the holds of charged attempts. Their items count in full in the period of the request, even beyond what was
 * held. `holds` comes from `readLockedHolds`. Without a known charge, a budget in credits keeps its hold. Writes an event for
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
  const budgets = await selectBudgetsByIds(tx, teamId, [...new Set(holds.map(({ budgetId }) => budgetId))])
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
  readonly hold: HoldRow
  readonly settled: bigint
}

/**
 * Changes each period with one statement, always in the same order, because others wait for those rows. Returns each
 * period's settled amount before and after.
 */
async function moveTogether(tx: Tx, moves: readonly Move[]): Promise<SettledPeriodChange[]> {
  const periods = new Map<string, { readonly hold: Move['hold']; held: bigint; settled: bigint }>()
  for (const { hold, settled } of moves) {
    const name = `${hold.budgetId} ${hold.startsAt.toISOString()}`
    const sums = periods.get(name) ?? { hold, held: 0n, settled: 0n }
    sums.held += hold.amount
    sums.settled += settled
    periods.set(name, sums)
  }
  const inOrder = [...periods].sort(([a], [b]) => (a < b ? -1 : 1))
  const moved: SettledPeriodChange[] = []
  for (const [, { hold, held, settled }] of inOrder) {
    const now = await settleHeldAmount(tx, hold, held, settled)
    moved.push({ budgetId: hold.budgetId, startsAt: hold.startsAt, before: now - settled, now })
  }
  return moved
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

type Hold = Awaited<ReturnType<typeof selectHolds>>[number]

/** The sum that lost calls were charged together: nano-credits, and the maximum number of items. */
export interface KnownLostSum {
  readonly attemptIds: string[]
  readonly items: bigint
  readonly nano: Nano
}

/**
 * Lowers holds once the sum of lost calls is known, though not the charge of each. Every budget then holds that sum
 * for the calls that it counts, instead of the maximum cost of each. A budget in credits that counts all of them still
 * holds no less, even if the upstream's price is above the booked one. Returns the number of changed holds.
 */
export async function lowerHoldsToSum(tx: Tx, teamId: string, sum: KnownLostSum): Promise<number> {
  // Usually there is nothing to do. Checking that without the lock makes nobody wait.
  if ((await changedHolds(tx, teamId, sum)).length === 0) return 0
  // A settlement or a release must not read a hold while it changes.
  await acquireLock(tx, budgetLockName(teamId), 'exclusive')
  const changed = await changedHolds(tx, teamId, sum)
  for (const { hold, amount } of changed) await changeHold(tx, hold, hold.amount, amount)
  return changed.length
}

async function changedHolds(tx: Tx, teamId: string, { attemptIds, items, nano }: KnownLostSum) {
  const holds = await selectHolds(tx, teamId, attemptIds)
  const budgetIds = [...new Set(holds.map(({ budgetId }) => budgetId))]
  const units = new Map((await selectBudgetsByIds(tx, teamId, budgetIds)).map(({ id, unit }) => [id, unit]))
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

/** The settled sum of a budget's period, before and after a settlement. */
export interface SettledPeriodChange {
  readonly budgetId: string
  readonly startsAt: Date
  readonly before: bigint
  readonly now: bigint
}

type TellingBudget = Pick<BudgetRow, 'id' | 'teamId' | 'name' | 'unit' | 'amount' | 'tellsAt' | 'archivedAt'>

/**
 * Writes an event for each percent that a settlement makes a budget reach, in the settling transaction. The settlement
 * has locked the periods' rows, so each event is written once even if several settle at the same time.
 */
async function tellReached(
  tx: Tx,
  teamId: string,
  at: Date,
  budgets: readonly TellingBudget[],
  moved: readonly SettledPeriodChange[],
): Promise<void> {
  // A raise only increases an amount, so below the first percent there is no need to query raises.
  const near = budgets.filter((budget) =>
    moved.some(
      (period) => period.budgetId === budget.id && reachedPercents(budget, 0n, period.now).length > 0,
    ),
  )
  const ids = near.map(({ id }) => id)
  const granted = await sumGrantedRaises(tx, teamId, ids, at)
  const events = near.flatMap((budget) => {
    const amount = budget.amount + (granted.get(budget.id) ?? 0n)
    return moved.flatMap((period) =>
      period.budgetId === budget.id ? buildBudgetEvents({ ...budget, amount }, period, at) : [],
    )
  })
  await writeEvents(tx, events)
}

/** Returns one event for each percent that a budget reached between two sums. */
export function buildBudgetEvents(
  budget: TellingBudget,
  { startsAt, before, now }: SettledPeriodChange,
  at: Date,
): NewEvent[] {
  const { id, teamId, name, amount } = budget
  const in_ = budgetUnitSchema.parse(budget.unit)
  const write = (sum: bigint) => (in_ === 'items' ? String(sum) : nanoToText(sum))
  return reachedPercents(budget, before, now).map((percent) => ({
    teamId,
    at,
    kind: 'budget.reached',
    data: {
      budgetId: id,
      budgetName: name,
      unit: in_,
      percent,
      settled: write(now),
      amount: write(amount),
      startsAt: startsAt.toISOString(),
    },
  }))
}

/** Returns the percents of a budget in force that a sum has reached and the previous sum had not. */
function reachedPercents(
  { amount, tellsAt, archivedAt }: Pick<TellingBudget, 'amount' | 'tellsAt' | 'archivedAt'>,
  before: bigint,
  now: bigint,
): number[] {
  if (archivedAt !== null || tellsAt === '') return []
  const has = (sum: bigint, percent: number) => sum * 100n >= amount * BigInt(percent)
  return tellsAt
    .split(',')
    .map(Number)
    .filter((percent) => has(now, percent) && !has(before, percent))
}
