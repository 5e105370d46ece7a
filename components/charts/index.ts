export { BalanceBand } from './balance-band'
export { BreakdownBars } from './breakdown-bars'
export type { ChartData } from './chart-data'

export { SpendChart } from './spend-chart'
