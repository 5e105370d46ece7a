export { listSpend, type SpendReport } from './list-spend'
export type { SeriesName, SpendSeries } from './prepare-series'
