import { AppError, formatCount, formatCredits, formatMoment } from '@/lib/kernel'
import { type Unit, unit } from './schemas'

interface Stopping {
  readonly id: string
  readonly name: string
  readonly unit: string
}

/** A call that was not made, since a budget that stops would have been passed. Says what is left and what can be done. */
export class BudgetStop extends AppError {
  private constructor(
    readonly budgetId: string,
    message: string,
  ) {
    super('conflict', message)
  }

  static spent(
    budget: Stopping,
    { left, needed, resetsAt }: { left: bigint; needed: bigint; resetsAt: Date | null },
    timeZone: string,
  ): BudgetStop {
    const in_ = unit.parse(budget.unit)
    const when = resetsAt
      ? `It starts anew on ${formatMoment(resetsAt, timeZone)} (${timeZone})`
      : 'It does not start anew'
    return new BudgetStop(
      budget.id,
      `The budget “${budget.name}” stops here: ${describeAmount(left < 0n ? 0n : left, in_)} left, and the next page may need ${describeAmount(needed, in_)}. ${when}; an admin of your team can raise it before.`,
    )
  }

  static withoutPrice(budget: Stopping, operation: string): BudgetStop {
    return new BudgetStop(
      budget.id,
      `The budget “${budget.name}” stops at an amount of credits, but no price is known for ${operation}: what a page costs cannot be told before. An admin of your team can set the price, or make the budget one of items.`,
    )
  }
}

/** An amount of a budget in words: "2,000 items", "12.5 credits". */
export const describeAmount = (amount: bigint, of: Unit): string =>
  of === 'items'
    ? `${formatCount(Number(amount))} ${amount === 1n ? 'item' : 'items'}`
    : `${formatCredits(amount)} credits`
