export { AskForMore, ChangeBudget } from './budget-actions'
export { BudgetMeter, BudgetTable, RaiseList, type ScopeName } from './budget-table'
export { CreateBudget, type ScopeChoice } from './create-budget'
export {
  CALENDAR_PERIOD_OPTIONS,
  describeBudget,
  exactAmount,
  fullestFirst,
  leftWords,
  SCOPES,
  STATES,
  stateOf,
  usedPart,
} from './labels'
export { RaiseRequests } from './raise-requests'
