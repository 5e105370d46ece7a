import { requireMember } from '@/app/_server'
import { RunTable } from '@/components/runs'
import { ButtonLink, Card, PageHeader } from '@/components/ui'
import type { TeamCtx } from '@/lib/db'
import { listRuns } from '@/lib/runs'
import { Loaded } from '../loaded'

export const metadata = { title: 'Runs' }

interface RunsPageProps {
  readonly params: Promise<{ team: string }>
}

const MOST = 100
const TITLE = 'Latest runs'

export default async function RunsPage({ params }: RunsPageProps) {
  const ctx = await requireMember(params)
  return (
    <>
      <PageHeader title="Runs" description={`What was run, by whom, and what it cost: the latest ${MOST}.`} />
      <Loaded title={TITLE} height={320}>
        <RunsCard ctx={ctx} />
      </Loaded>
    </>
  )
}

async function RunsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const { slug, timeZone } = ctx.team
  const runs = await listRuns(ctx, { most: MOST })
  return (
    <Card title={TITLE}>
      <RunTable
        team={slug}
        runs={runs}
        now={ctx.clock.now()}
        timeZone={timeZone}
        firstStep={<ButtonLink href={`/${slug}/searches`}>Go to the searches</ButtonLink>}
      />
    </Card>
  )
}
