import { Group, Text } from '@mantine/core'
import { Change } from '@/components/ui'
import { UNKNOWN_FIGURE } from '@/lib/kernel'
import type { MeasureName } from './measure-names'
import { MEASURE } from './measures'
import { changeOf } from './usage-columns'
import type { UsageRow } from './usage-row'

interface UsageTotalProps extends Pick<UsageRow, 'sums' | 'before'> {
  readonly measure: MeasureName
}

/** The one figure of the range, and how it differs from what it is compared with. */
export function UsageTotal({ measure, ...total }: UsageTotalProps) {
  const { figure, isMean, unit } = MEASURE[measure]
  const [now, then] = [figure(total.sums), total.before && figure(total.before)]
  const change = changeOf(total, measure)
  // A time says its unit itself.
  const words = [unit !== 'ms' && unit, isMean ? 'on average' : 'in all'].filter(Boolean).join(' ')
  return (
    <Group gap="xs" align="baseline" mb="xs">
      <Text span fz={28} fw={600} lh={1.25} title={now?.exact}>
        {now?.text ?? UNKNOWN_FIGURE}
      </Text>
      <Text span size="sm" c="dimmed">
        {words}
      </Text>
      {change && then && (
        <Text span size="sm" c="dimmed">
          {change.before === 0 ? 'none in the compared period' : <Change {...change} />}
          {change.before > 0 && ` from ${then.text}`}
        </Text>
      )}
    </Group>
  )
}
