export { CardPair, FactGrid, PageSections } from './fact'
export {
  BudgetVerdict,
  DailySpendLines,
  RepurchaseFact,
  SpendersFact,
  SpentFact,
  type SpentTotal,
} from './figures'
export { NeedsList } from './needs-list'
export { describeRunOutBriefly, RunOutList, type RunOutText, type WalletAlert } from './runs-out'
export { type SpendBreakdownRow, SpendBreakdownTable } from './went-table'
