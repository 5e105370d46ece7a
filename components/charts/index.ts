export { axisTitle, type ChartData } from './chart-data'

export { DragHint } from './drag-hint'
export { LineChart, SpendChart } from './spend-chart'
export { walletChartData } from './wallet-chart-data'
