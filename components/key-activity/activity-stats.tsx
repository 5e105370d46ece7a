import { SimpleGrid } from '@mantine/core'
import { StatTile } from '@/components/ui'
import { formatCompact, formatCount } from '@/lib/kernel'
import type { PacerFigures } from '@/lib/upstream/pacing'
import { describeWait, formatRate } from './labels'

interface ActivityStatsProps {
  readonly figures: PacerFigures | null
  readonly packRate: number
}

const UNUSED = 'Not used since this instance started'

/** How the key stands, at a glance. */
export function ActivityStats({ figures, packRate }: ActivityStatsProps) {
  const pack = `The pack allows ${formatRate(figures?.packRate ?? packRate)}`
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <StatTile
        label="Pace now"
        value={figures ? formatRate(figures.rate) : 'Idle'}
        hint={figures?.isStrict ? `${pack}; it counts strictly` : pack}
      />
      <StatTile
        label="Sent in the last second"
        value={figures?.sentLastSecond ?? 0}
        hint={figures ? `${formatRate(figures.achievedRate)} over 10 seconds` : UNUSED}
      />
      <StatTile
        label="Under way"
        value={figures?.underWay ?? 0}
        hint={figures ? capitalised(describeWait(figures)) : 'Nobody waits'}
      />
      <StatTile
        label="Refused with 429"
        value={formatCompact(figures?.refusals ?? 0)}
        exact={formatCount(figures?.refusals ?? 0)}
        hint="Since this instance first used the key"
      />
    </SimpleGrid>
  )
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
