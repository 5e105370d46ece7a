import { requireMember } from '@/app/_server'
import { ScheduleTable } from '@/components/schedules'
import { SearchTabs } from '@/components/shell'
import { ButtonLink, CardBoundary, EmptyState, PageHeader } from '@/components/ui'
import { listRunStarts } from '@/lib/collect/runs'
import { listSchedules } from '@/lib/collect/schedules'
import type { TeamCtx } from '@/lib/platform/db'

export const metadata = { title: 'Schedules' }

interface SchedulesPageProps {
  readonly params: Promise<{ team: string }>
}

/** Lists the searches that run automatically. */
export default async function SchedulesPage({ params }: SchedulesPageProps) {
  const ctx = await requireMember(params)
  return (
    <>
      <PageHeader title="Schedules" description="Searches that run by themselves, and when they run next." />
      <SearchTabs team={ctx.team.slug} />
      <CardBoundary>
        <Schedules ctx={ctx} />
      </CardBoundary>
    </>
  )
}

async function Schedules({ ctx }: { readonly ctx: TeamCtx }) {
  const { slug } = ctx.team
  const schedules = await listSchedules(ctx)
  if (schedules.length === 0)
    return (
      <EmptyState
        title="No search runs on a schedule"
        text="A schedule is created on the page of a saved search."
        action={<ButtonLink href={`/${slug}/searches`}>Go to the searches</ButtonLink>}
      />
    )
  const starts = await listRunStarts(
    ctx,
    schedules.flatMap(({ lastRunId }) => lastRunId ?? []),
  )
  return <ScheduleTable team={slug} schedules={schedules} starts={starts} now={ctx.clock.now()} />
}
