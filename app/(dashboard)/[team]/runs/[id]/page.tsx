import { Stack } from '@mantine/core'
import { orPage, pageEstimates, requireMember } from '@/app/_server'
import { PageTable, RunResults } from '@/components/runs'
import { describeEstimate, describeSearch } from '@/components/searches'
import { Card, PageHeader } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import { listEntries } from '@/lib/ledger'
import { getRun } from '@/lib/runs'
import { fetchNextPageAction } from '../actions'

export const metadata = { title: 'Run' }

interface RunPageProps {
  readonly params: Promise<{ team: string; id: string }>
}

export default async function RunPage({ params }: RunPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug, timeZone } = ctx.team
  const { run, items } = await orPage(() => getRun(ctx, id), `/${slug}/runs/${id}`)
  const [estimates, { entries }] = await Promise.all([pageEstimates(ctx), listEntries(ctx, { runId: id })])
  const where = `${run.environmentName}, key ${run.keyPrefix}…`
  const when = `by ${run.memberName}, ${formatMoment(run.startedAt, timeZone)} (${timeZone})`
  return (
    <>
      <PageHeader title={run.searchName} description={`${describeSearch(run)} · ${where} · ${when}`} />
      <Stack>
        <RunResults
          key={run.id}
          team={slug}
          run={run}
          items={items}
          timeZone={timeZone}
          price={describeEstimate(estimates[run.operation])}
          fetchNextPage={fetchNextPageAction}
        />
        <Card title="Pages on the ledger">
          <PageTable entries={entries} />
        </Card>
      </Stack>
    </>
  )
}
