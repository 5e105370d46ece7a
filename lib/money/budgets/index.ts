export { type Backtest, type BacktestStop, backtestBudget } from './backtest'
export { BudgetStopError, formatBudgetAmount, recordBudgetStop } from './budget-stop'
export { changeBudget, changeBudgets, changeTeam, createBudget, deleteBudget } from './change-budgets'
export { lowerHoldsToSum, readLockedHolds, releaseHolds, settleHolds } from './holds'
export {
  getBudget,
  isOverspent,
  listBudgets,
  listMonthOfBudgets,
  listStoppingBudgets,
  type MonthOfBudget,
  type StoppingBudget,
} from './list-budgets'
export { decideRaise, listPendingRaises, type PendingRaise, requestRaise } from './raises'
export {
  budgetCountsCall,
  describeStoppingBudgets,
  findCallsOverBudget,
  lockBudgetsInForce,
  reserveFromBudgets,
} from './reserve'
export {
  type BudgetUnit,
  type BudgetView,
  budgetInput,
  budgetKindInput,
  changeBudgetInput,
  createBudgetInput,
  decideRaiseInput,
  manyBudgetsInput,
  parseBudgetAmount,
  type RaiseView,
  requestRaiseInput,
  type Scope,
} from './schemas'
