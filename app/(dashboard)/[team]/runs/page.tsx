import { requireMember } from '@/app/_server'
import { RunTable } from '@/components/runs'
import { Card, PageHeader } from '@/components/ui'
import { listRuns } from '@/lib/runs'

export const metadata = { title: 'Runs' }

interface RunsPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function RunsPage({ params }: RunsPageProps) {
  const ctx = await requireMember(params)
  const runs = await listRuns(ctx)
  return (
    <>
      <PageHeader title="Runs" description="What was run, by whom, and what it cost." />
      <Card title="Latest runs">
        <RunTable team={ctx.team.slug} runs={runs} now={ctx.clock.now()} timeZone={ctx.team.timeZone} />
      </Card>
    </>
  )
}
