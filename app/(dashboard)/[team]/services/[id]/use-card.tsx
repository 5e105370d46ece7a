import type { PageRange } from '@/app/_server'
import { StatStrip, StatTile } from '@/components/ui'
import { spentTile } from '@/components/usage'
import { formatCompact, formatCount, formatDuration } from '@/lib/kernel'
import { getServiceUse, type ServiceView } from '@/lib/keys/services'
import type { TeamCtx } from '@/lib/platform/db'

export interface ServiceCardProps {
  readonly ctx: TeamCtx
  readonly service: ServiceView
  readonly range: PageRange
  readonly title: string
}

/** Shows what the service used in the range, and how long its calls waited. */
export async function UseCard({ ctx, service, range }: ServiceCardProps) {
  const use = await getServiceUse(ctx, service.id, range.range)
  const { calls, pages, refused, unknowns, waitedMs, latencyMs } = use
  const mean = (ms: number) => (pages === 0 ? '—' : formatDuration(Math.round(ms / pages)))
  return (
    <StatStrip width={160}>
      <StatTile label="Spent in this range" {...spentTile(use)} />
      <StatTile
        label="Calls"
        value={formatCompact(calls)}
        exact={formatCount(calls)}
        hint={`${formatCount(pages)} settled, ${formatCount(unknowns)} unknown`}
      />
      <StatTile
        label="Mean wait for its turn"
        value={mean(waitedMs)}
        hint={pages === 0 ? 'No answer yet' : `Mean latency ${mean(latencyMs)}`}
      />
      <StatTile
        label="Refused by the upstream"
        value={formatCompact(refused)}
        exact={formatCount(refused)}
        hint="Answered 429: never charged"
      />
    </StatStrip>
  )
}
