export { type Backtest, type BacktestStop, backtestBudget } from './backtest'
export { BudgetStop, describeAmount, noteStop } from './budget-stop'
export { changeBudget, changeBudgets, changeTeam, createBudget, deleteBudget } from './change-budgets'
export { holdSum, holdsOf, releaseHolds, settleHolds } from './holds'
export { getBudget, listBudgets, listStoppingBudgets, type StoppingBudget } from './list-budgets'
export { type AskedRaise, askForRaise, decideRaise, listAskedRaises } from './raises'
export { budgetsInForce, countsCall, findBeyond, reserve, stopsInForce } from './reserve'
export {
  askForRaiseInput,
  type BudgetView,
  budgetInput,
  budgetKindInput,
  changeBudgetInput,
  createBudgetInput,
  decideRaiseInput,
  manyBudgetsInput,
  type RaiseView,
  readAmount,
  type Scope,
  type Unit,
} from './schemas'
