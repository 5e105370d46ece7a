import type { PageRange } from '@/app/_server'
import { MEASURE, MEASURES } from '@/components/usage'
import { type BucketStep, stepOf, stepsFor } from '@/lib/platform/calendar'
import { PickField } from './pick-field'
import type { UsageQuery } from './query'

interface UsageFieldsProps {
  readonly range: PageRange
  readonly query: UsageQuery
  /** The step in force. */
  readonly step: BucketStep
}

const STEP_NAMES: Readonly<Record<BucketStep, string>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
}

/** What the chart shows, and how long its bars are. */
export const UsageFields = ({ range, query, step }: UsageFieldsProps) => (
  <>
    <PickField
      parameter="measure"
      label="Measure"
      usual="credits"
      value={query.measure}
      data={MEASURES.map((measure) => ({ value: measure, label: MEASURE[measure].label }))}
      w={180}
      size="xs"
    />
    <PickField
      parameter="step"
      label="Step"
      usual={stepOf(range.range)}
      value={step}
      data={stepsFor(range.range).map((each) => ({ value: each, label: STEP_NAMES[each] }))}
      w={100}
      size="xs"
    />
  </>
)
