export type { Bucket, BucketStep } from './buckets'
export { listSpend, type SpendQuery, type SpendReport } from './list-spend'
export type { SeriesName, SpendSeries } from './prepare-series'
export {
  RANGE_PRESETS,
  type Range,
  type RangeInput,
  type RangePreset,
  rangeInput,
  resolveRange,
} from './range'
