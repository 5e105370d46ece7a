export { readAmount } from './amount'
export type { BacktestStop } from './backtest'
export { type Backtest, backtestBudget } from './backtest-budget'
export { BudgetStop, describeAmount } from './budget-stop'
export { changeBudget, createBudget, deleteBudget } from './change-budgets'
export { changeTeam } from './change-team'
export { countsCall } from './counting'
export { findBeyond, stopsInForce } from './find-beyond'
export { holdSum } from './hold-sum'
export { holdsOf, releaseHolds, settleHolds } from './holds'
export { getBudget, listBudgets } from './list-budgets'
export { noteStop } from './note-stop'
export { type AskedRaise, askForRaise, decideRaise, listAskedRaises } from './raises'
export { budgetsInForce, reserve } from './reserve'
export {
  askForRaiseInput,
  type BudgetView,
  budgetInput,
  budgetKindInput,
  changeBudgetInput,
  createBudgetInput,
  decideRaiseInput,
  type RaiseView,
  type Scope,
  type Unit,
} from './schemas'
export { listStoppingBudgets, type StoppingBudget } from './stopping-budgets'
