import {
  AppError,
  cachedTeamUnit,
  currentUnit,
  formatCount,
  formatMoment,
  formatWithUnit,
  hasErrorBrand,
  joinWithOr,
  type OperationName,
  operationNoun,
  withPlainConventions,
} from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { type BudgetUnit, budgetUnitSchema } from './schemas'
import { updateBudget } from './store'

interface Stopping {
  readonly id: string
  readonly name: string
  readonly unit: string
  readonly teamId: string
}

/** Why a budget refuses a call. */
interface Shortage {
  readonly left: bigint
  readonly needed: bigint
  readonly resetsAt: Date | null
  readonly timeZone: string
  /** Names of the admins who can raise it. */
  readonly admins: readonly string[]
}

const BUDGET_STOP = Symbol.for('purser.BudgetStop')

/**
 * The refusal of a call that could have exceeded a stopping budget. Its message states what is left and what can be
 * done.
 */
export class BudgetStopError extends AppError {
  /** Recognises errors of any copy of the class, as any `AppError` does. */
  static override [Symbol.hasInstance](value: unknown): value is BudgetStopError {
    return hasErrorBrand(value, BUDGET_STOP)
  }

  get [BUDGET_STOP](): true {
    return true
  }

  private constructor(
    readonly budgetId: string,
    message: string,
    /** Refusals by attempt id if several calls were requested together. */
    readonly each: ReadonlyMap<string, BudgetStopError> = new Map(),
  ) {
    super('conflict', message)
  }

  /**
   * Creates the refusal of calls that were requested together. `each` holds those that are refused whatever the others
   * are.
   */
  static of(stop: BudgetStopError, each: ReadonlyMap<string, BudgetStopError>): BudgetStopError {
    return new BudgetStopError(stop.budgetId, stop.message, each)
  }

  static spent(budget: Stopping, { left, needed, resetsAt, timeZone, admins }: Shortage): BudgetStopError {
    const in_ = budgetUnitSchema.parse(budget.unit)
    const words = (amount: bigint) => formatBudgetAmount(amount, in_, cachedTeamUnit(budget.teamId))
    // Formatted independently of the reader, because a run stores the message as the reason of its end.
    return withPlainConventions(() => {
      const who = whoCanRaise(admins)
      const way = resetsAt
        ? `It resets on ${formatMoment(resetsAt, timeZone)} (${timeZone}); ${who} can raise it before.`
        : `It does not reset; ${who} can raise it.`
      return new BudgetStopError(
        budget.id,
        `The budget “${budget.name}” stops here: ${words(left < 0n ? 0n : left)} left, and the next page may need ${words(needed)}. ${way}`,
      )
    })
  }

  static withoutPrice(
    budget: Stopping,
    operation: OperationName,
    admins: readonly string[],
  ): BudgetStopError {
    return new BudgetStopError(
      budget.id,
      `The budget “${budget.name}” stops at an amount of ${cachedTeamUnit(budget.teamId)}, but no price is known for ${operationNoun(operation)}: the cost of a page cannot be known in advance. ${capital(whoCanRaise(admins))} can set the price, or create a budget of items instead.`,
    )
  }
}

const MAX_NAMES = 3

/** Names whom to ask: "Ada Admin or Bo Boss"; if there are many, the first ones and "another admin". */
function whoCanRaise(admins: readonly string[]): string {
  const names = admins.length > MAX_NAMES ? [...admins.slice(0, MAX_NAMES - 1), 'another admin'] : admins
  return joinWithOr(names.length > 0 ? names : ['an admin of your team'])
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Formats an amount of a budget: "2,000 items", "12.50 credits", or "12.50 USD" if the balance is in dollars. */
export const formatBudgetAmount = (
  amount: bigint,
  of: BudgetUnit,
  balanceUnit: string = currentUnit(),
): string =>
  of === 'items'
    ? `${formatCount(Number(amount))} ${amount === 1n ? 'item' : 'items'}`
    : formatWithUnit(amount, balanceUnit)

/** Records that a budget refused a page, after the failed transaction has rolled back. */
export async function recordBudgetStop(
  ctx: TeamCtx,
  { budgetId }: Pick<BudgetStopError, 'budgetId'>,
): Promise<void> {
  await updateBudget(ctx.db, ctx.team.id, budgetId, { stoppedAt: ctx.clock.now() })
}
