export { BalanceBand } from './balance-band'
export { BreakdownBars } from './breakdown-bars'
export type { ChartData } from './chart-data'
export { paletteClass } from './colors'

export { SpendChart } from './spend-chart'
