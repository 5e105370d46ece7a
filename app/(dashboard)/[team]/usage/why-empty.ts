import { MEASURE, type MeasureName, type UsageRow } from '@/components/usage'
import { isNothing } from '@/lib/money/usage'

/** Explains why a chart has nothing to draw; null if it has something. */
export function whyEmpty(
  rows: readonly Pick<UsageRow, 'sums'>[],
  measure: MeasureName,
): { readonly title: string; readonly text: string } | null {
  if (rows.every(({ sums }) => isNothing(sums)))
    return { title: 'Nothing was used in this range', text: 'A longer range may show earlier usage.' }
  const { label, figure } = MEASURE[measure]
  return rows.every(({ sums }) => figure(sums) === null)
    ? { title: `${label}: not known of these calls`, text: 'Another measure, such as Calls, may tell more.' }
    : null
}
