export { axisTitle, type ChartData } from './chart-data'

export { DragHint } from './drag-hint'
export { LineChart, SpendChart } from './spend-chart'
export { WalletChart } from './wallet/wallet-chart'
export type { WalletData } from './wallet/wallet-data'
