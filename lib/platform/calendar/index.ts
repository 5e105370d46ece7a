export { type Bucket, type BucketStep, bucketsOf, stepOf } from './buckets'
export { PERIODS, type Period, periodOf } from './period'
export { QUARTER_MS, quarterOf } from './quarter-hour'
export {
  RANGE_PRESETS,
  type Range,
  type RangeInput,
  type RangePreset,
  rangeInput,
  resolveRange,
} from './range'
