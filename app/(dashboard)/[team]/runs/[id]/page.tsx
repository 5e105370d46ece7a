import { Stack } from '@mantine/core'
import { orPage, pageEstimates, requireMember } from '@/app/_server'
import { PageTable, RawPageButton, RunResults } from '@/components/runs'
import { describeEstimate, describeSearch } from '@/components/searches'
import { Card, PageHeader } from '@/components/ui'
import type { TeamCtx } from '@/lib/db'
import { formatMoment, hasRole } from '@/lib/kernel'
import { listEntries } from '@/lib/ledger'
import { getRun, itemsInput, listRunItems } from '@/lib/runs'
import { checkKeyAction } from '../../keys/actions'
import { Loaded } from '../../loaded'
import {
  cancelRunAction,
  fetchNextPageAction,
  markItemAction,
  readRawItemAction,
  readRawPageAction,
} from '../actions'

export const metadata = { title: 'Run' }

interface RunPageProps {
  readonly params: Promise<{ team: string; id: string }>
}

const CALLS = 'Pages on the ledger'

export default async function RunPage({ params }: RunPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug, timeZone } = ctx.team
  const run = await orPage(() => getRun(ctx, id), `/${slug}/runs/${id}`)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const [first, estimates] = await Promise.all([
    listRunItems(ctx, itemsInput.parse({ runId: id })),
    pageEstimates(ctx),
  ])
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
          first={first}
          timeZone={timeZone}
          price={describeEstimate(estimates[run.operation])}
          mayRun={hasRole(ctx.actor.role, 'member')}
          fetchNextPage={fetchNextPageAction}
          cancelRun={cancelRunAction}
          contract={isAdmin ? `/${slug}/settings/contract` : null}
          checkKey={isAdmin ? checkKeyAction : null}
          readRaw={readRawItemAction}
          markItem={markItemAction}
        />
        <Loaded title={CALLS}>
          <CallsCard ctx={ctx} runId={run.id} />
        </Loaded>
      </Stack>
    </>
  )
}

async function CallsCard({ ctx, runId }: { readonly ctx: TeamCtx; readonly runId: string }) {
  const { entries, next } = await listEntries(ctx, { runId })
  return (
    <Card title={CALLS}>
      <PageTable
        entries={entries}
        isWhole={next === null}
        timeZone={ctx.team.timeZone}
        raw={({ pageNumber }) => (
          <RawPageButton
            team={ctx.team.slug}
            runId={runId}
            pageNumber={pageNumber}
            read={readRawPageAction}
          />
        )}
      />
    </Card>
  )
}
