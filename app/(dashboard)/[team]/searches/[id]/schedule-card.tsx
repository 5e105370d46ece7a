import { pageEstimates } from '@/app/_server'
import { SchedulePanel } from '@/components/schedules'
import { Card } from '@/components/ui'
import { listSchedules } from '@/lib/collect/schedules'
import type { SearchView } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'
import { pauseScheduleAction, previewTimesAction, removeScheduleAction, saveScheduleAction } from '../actions'

interface ScheduleCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly search: SearchView
}

/** Shows when the search runs by itself. */
export async function ScheduleCard({ title, ctx, search }: ScheduleCardProps) {
  const [schedules, estimates] = await Promise.all([listSchedules(ctx), pageEstimates(ctx)])
  const schedule = schedules.find(({ searchId }) => searchId === search.id) ?? null
  return (
    <Card title={title}>
      <SchedulePanel
        team={ctx.team.slug}
        searchId={search.id}
        schedule={schedule}
        timeZone={ctx.team.timeZone}
        estimate={estimates[search.operation]}
        isShared={search.shared}
        mayChange={search.may.change}
        preview={previewTimesAction}
        save={saveScheduleAction}
        pause={pauseScheduleAction}
        remove={removeScheduleAction}
      />
    </Card>
  )
}
