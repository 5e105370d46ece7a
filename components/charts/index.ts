export { BreakdownBars, type BreakdownRow } from './breakdown-bars'
export type { ChartData, ChartSeries } from './chart-data'
export type { SelectBucket } from './chart-table'
export { SpendChart } from './spend-chart'
