export { listSpend, type SpendReport } from './list-spend'
export { PERIODS, type Period, periodOf } from './period'
export type { SeriesName, SpendSeries } from './prepare-series'
export {
  RANGE_PRESETS,
  type Range,
  type RangeInput,
  type RangePreset,
  rangeInput,
  resolveRange,
} from './range'
