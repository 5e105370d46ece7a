import { Group, Text } from '@mantine/core'
import { Change, LinkTo } from '@/components/ui'
import { plural, UNKNOWN_FIGURE } from '@/lib/kernel'
import type { MeasureName } from './measure-names'
import { MEASURE } from './measures'
import { changeOf } from './usage-columns'
import type { UsageRow } from './usage-row'

interface UsageTotalProps extends Pick<UsageRow, 'sums' | 'before'> {
  readonly measure: MeasureName
  /** Address that lists the calls whose answer was lost. */
  readonly unknownHref: string
}

/** Measures without such calls: what they may have brought or cost is in budgets and statements. */
const WITHOUT_UNKNOWN: readonly MeasureName[] = ['credits', 'items']

/** Shows the one figure of the range, and how it differs from what it is compared with. */
export function UsageTotal({ measure, unknownHref, ...total }: UsageTotalProps) {
  const { figure, isMean, unit } = MEASURE[measure]
  const [now, then] = [figure(total.sums), total.before && figure(total.before)]
  const change = changeOf(total, measure)
  // A time includes its unit.
  const words = [unit !== 'ms' && unit, isMean ? 'on average' : 'in all'].filter(Boolean).join(' ')
  return (
    <Group gap="xs" align="baseline" mb="xs">
      <Text span fz={28} fw={600} lh={1.25} title={now?.exact}>
        {now?.text ?? UNKNOWN_FIGURE}
      </Text>
      <Text span size="sm" c="dimmed">
        {words}
      </Text>
      {total.sums.unknowns > 0 && WITHOUT_UNKNOWN.includes(measure) && (
        <Text span size="sm" c="dimmed">
          not counting{' '}
          <LinkTo href={unknownHref} size="inherit">
            {plural(total.sums.unknowns, 'unknown call')}
          </LinkTo>
          {/* The overview counts only those that are not resolved yet. */}, resolved or not
        </Text>
      )}
      {change && then && (
        <Text span size="sm" c="dimmed">
          {change.before === 0 ? 'none in the compared period' : <Change {...change} />}
          {change.before > 0 && ` from ${then.text}`}
        </Text>
      )}
    </Group>
  )
}
