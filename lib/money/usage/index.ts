export { type BoughtAgain, type ComparedQuery, type ComparedSpend, compareSpend } from './compare-spend'
export { type BudgetAhead, type DailySpend, readDailySpend } from './daily-spend'
export { FOCUS_COLUMNS, focusRow } from './focus'
export { listBalances } from './list-balances'
export { listSpend, type SeriesName, type SpendReport, type SpendSeries } from './list-spend'
export {
  callsOf,
  isNothing,
  listUsage,
  type MeasureSums,
  NO_SUMS,
  sumAll,
  type UsageMember,
  type UsageQuery,
  type UsageReport,
} from './list-usage'
export type { SpendFilter } from './spend-filter'
export {
  deleteUsageView,
  listUsageViews,
  saveUsageView,
  saveViewInput,
  type UsageView,
  usageViewInput,
} from './views'
export { getWalletChart, listUsageMarks, type UsageMark, type WalletChart } from './wallet-chart'
