import { Stack } from '@mantine/core'
import { orPage, pageEstimates, requireMember, type SearchParams } from '@/app/_server'
import { RunResults } from '@/components/runs'
import { describeEstimate } from '@/components/searches'
import { CardBoundary, PageHeader } from '@/components/ui'
import { deletedAmong } from '@/lib/collect/retention'
import { describeSearch, formatMoment, hasRole } from '@/lib/kernel'
import { checkKeyAction } from '../../keys/actions'
import {
  cancelRunAction,
  fetchNextPageAction,
  goOnWithRunAction,
  markItemAction,
  readRawItemAction,
} from '../actions'
import { CallsCard, callsOf } from './calls-card'
import { RunMenu } from './run-menu'
import { readRun, searchOf } from './run-metadata'

export { generateMetadata } from './run-metadata'

interface RunPageProps {
  readonly params: Promise<{ team: string; id: string }>
  readonly searchParams: SearchParams
}

const CALLS = 'Pages and what they cost'

export default async function RunPage({ params, searchParams }: RunPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug, timeZone } = ctx.team
  const { run, heads, first } = await orPage(() => readRun(ctx, id), `/${slug}/runs/${id}`)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  // Only a run that continues page by page has a next page whose price can be shown.
  const goesOn = run.state === 'OPEN' && !run.isInBackground
  const [deleted, estimates, searchId] = await Promise.all([
    deletedAmong(ctx, run, heads),
    goesOn ? pageEstimates(ctx) : null,
    searchOf(ctx, run),
  ])
  const version = run.searchVersion === null ? '' : ` (version ${run.searchVersion})`
  const when = `by ${run.memberName}, ${formatMoment(run.startedAt, timeZone)} (${timeZone})`
  return (
    <>
      <PageHeader
        back={{ href: `/${slug}/runs`, label: 'All runs' }}
        title={run.searchName}
        description={`${describeSearch(run)}${version} · ${when}`}
        actions={<RunMenu ctx={ctx} run={run} deleted={deleted} />}
      />
      <Stack>
        <RunResults
          key={run.id}
          team={slug}
          run={{ ...run, searchId }}
          first={JSON.stringify(first)}
          deleted={deleted}
          timeZone={timeZone}
          price={estimates && describeEstimate(estimates[run.operation])}
          mayRun={hasRole(ctx.actor.role, 'member')}
          fetchNextPage={fetchNextPageAction}
          cancelRun={cancelRunAction}
          goOn={goOnWithRunAction}
          provider={isAdmin ? `/${slug}/settings/provider` : null}
          checkKey={isAdmin ? checkKeyAction : null}
          readRaw={readRawItemAction}
          markItem={markItemAction}
        />
        <CardBoundary>
          <CallsCard
            title={CALLS}
            ctx={ctx}
            runId={run.id}
            startedAt={run.startedAt}
            most={callsOf(await searchParams)}
          />
        </CardBoundary>
      </Stack>
    </>
  )
}
