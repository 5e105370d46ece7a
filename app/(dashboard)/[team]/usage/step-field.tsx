import type { BoxProps } from '@mantine/core'
import type { PageRange } from '@/app/_server'
import { type BucketStep, stepOf, stepsFor } from '@/lib/platform/calendar'
import { PickField } from '../pick-field'
import type { UsageQuery } from './query'
import { stepIn } from './usage-report'

interface StepFieldProps {
  readonly range: PageRange
  readonly query: UsageQuery
  readonly w: BoxProps['w']
  readonly size?: 'xs'
}

const STEP_NAMES: Readonly<Record<BucketStep, string>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
}

/** Picks the length of the chart's bars. */
export const StepField = ({ range, query, ...field }: StepFieldProps) => (
  <PickField
    parameter="step"
    label="Step"
    usual={stepOf(range.range)}
    value={stepIn(range, query)}
    data={stepsFor(range.range).map((each) => ({ value: each, label: STEP_NAMES[each] }))}
    {...field}
  />
)
