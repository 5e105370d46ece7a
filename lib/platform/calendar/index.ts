export {
  BUCKET_STEPS,
  type Bucket,
  type BucketStep,
  bucketsOf,
  stepOf,
  stepsFor,
  type UsualStep,
} from './buckets'
export {
  atMinute,
  clockAt,
  DAY_MS,
  type Day,
  dayAfter,
  dayBefore,
  dayOf,
  dayOfDate,
  daysFrom,
  isTimeZone,
  readLocalTime,
  readTimeAs,
  writeLocalTime,
} from './days'
export { monthAfter, monthBefore, monthOf } from './months'
export { BUDGET_PERIODS, CALENDAR_PERIODS, type CalendarPeriod, type Period, periodOf } from './period'
export {
  lastQuarterHours,
  QUARTER_HOUR_MS,
  QUARTER_HOURS_A_DAY,
  quarterHourOf,
  startOfQuarterHour,
} from './quarter-hour'
export {
  NO_RANGE,
  quarterHoursOf,
  RANGE_PRESETS,
  type Range,
  type RangeInput,
  type RangePreset,
  rangeInput,
  rangeOfDays,
  resolveRange,
} from './range'
export { bucketsBefore, COMPARISONS, type Comparison, rangeBefore } from './range-before'
