export { type BoughtAgain, type ComparedQuery, type ComparedSpend, compareSpend } from './compare-spend'
export { type BudgetProjection, type DailySpend, readDailySpend } from './daily-spend'
export { FOCUS_COLUMNS, focusRow } from './focus'
export { listBalances } from './list-balances'
export {
  addSums,
  countCalls,
  isZeroSums,
  listUsage,
  type MeasureSums,
  type UsageMember,
  type UsageQuery,
  type UsageReport,
  ZERO_SUMS,
} from './list-usage'
export type { SpendFilter } from './spend-filter'
export {
  deleteUsageView,
  listUsageViews,
  saveUsageView,
  saveUsageViewInput,
  type UsageView,
  usageViewInput,
} from './views'
export {
  getWalletChart,
  listUsageChartEvents,
  type SeriesName,
  type UsageChartEvent,
  type WalletChart,
} from './wallet-chart'
