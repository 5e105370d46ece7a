export { BreakdownBars, type BreakdownRow } from './breakdown-bars'
export type { ChartData, ChartSeries } from './chart-data'
export { SpendChart } from './spend-chart'
