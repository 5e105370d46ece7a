export { AskForRaise, ChangeBudget } from './budget-actions'
export { BudgetMeter, BudgetTable, RaiseList, type ScopeName } from './budget-table'
export { CreateBudget, type ScopeChoice } from './create-budget'
export {
  CALENDAR_PERIOD_OPTIONS,
  describeBudget,
  describeRemaining,
  exactAmount,
  fullestFirst,
  SCOPES,
  STATES,
  stateOf,
  usedPart,
} from './labels'
export { RaiseRequests } from './raise-requests'
