import { nanoToText } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { type NewEvent, writeEvents } from '@/lib/platform/events'
import { sumGranted } from './raise-store'
import { unit } from './schemas'
import type { BudgetRow } from './store'

/** The settled sum of a budget's period, before and after a settlement. */
export interface MovedPeriod {
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
export async function tellReached(
  tx: Tx,
  teamId: string,
  at: Date,
  budgets: readonly TellingBudget[],
  moved: readonly MovedPeriod[],
): Promise<void> {
  // A raise only increases an amount, so below the first percent there is no need to query raises.
  const near = budgets.filter((budget) =>
    moved.some(
      (period) => period.budgetId === budget.id && reachedPercents(budget, 0n, period.now).length > 0,
    ),
  )
  const ids = near.map(({ id }) => id)
  const granted = await sumGranted(tx, teamId, ids, at)
  const events = near.flatMap((budget) => {
    const amount = budget.amount + (granted.get(budget.id) ?? 0n)
    return moved.flatMap((period) =>
      period.budgetId === budget.id ? eventsOf({ ...budget, amount }, period, at) : [],
    )
  })
  await writeEvents(tx, events)
}

/** Returns one event for each percent that a budget reached between two sums. */
export function eventsOf(
  budget: TellingBudget,
  { startsAt, before, now }: MovedPeriod,
  at: Date,
): NewEvent[] {
  const { id, teamId, name, amount } = budget
  const in_ = unit.parse(budget.unit)
  const write = (sum: bigint) => (in_ === 'items' ? String(sum) : nanoToText(sum))
  return reachedPercents(budget, before, now).map((percent) => ({
    ...{ teamId, at, kind: 'budget.reached' },
    data: {
      ...{ budgetId: id, budgetName: name, unit: in_, percent },
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
