import { Stack } from '@mantine/core'
import { orPage, pageEstimates, requireMember, type SearchParams } from '@/app/_server'
import { CallTable, DeleteItems, RunResults } from '@/components/runs'
import { describeEstimate, describeSearch } from '@/components/searches'
import { Card, PageHeader } from '@/components/ui'
import { type DeletedItems, deletedAmong } from '@/lib/collect/retention'
import { openRun, type RunView } from '@/lib/collect/runs'
import { formatMoment, hasRole, plural } from '@/lib/kernel'
import { listEntries } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { checkKeyAction } from '../../keys/actions'
import { Loaded } from '../../loaded'
import {
  cancelRunAction,
  deleteRunItemsAction,
  fetchNextPageAction,
  markItemAction,
  readRawItemAction,
  readRawPageAction,
} from '../actions'

export const metadata = { title: 'Run' }

interface RunPageProps {
  readonly params: Promise<{ team: string; id: string }>
  readonly searchParams: SearchParams
}

const CALLS = 'Pages on the ledger'
const FIRST_CALLS = 10
const MORE_CALLS = 50

export default async function RunPage({ params, searchParams }: RunPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug, timeZone } = ctx.team
  const { run, heads, first } = await orPage(() => openRun(ctx, id), `/${slug}/runs/${id}`)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  // Only a run that goes on page by page has a next page to tell the price of.
  const goesOn = run.state === 'OPEN' && !run.isInBackground
  const [deleted, estimates] = await Promise.all([
    deletedAmong(ctx, run, heads),
    goesOn ? pageEstimates(ctx) : null,
  ])
  const where = `${run.environmentName}, key ${run.keyPrefix}…`
  const when = `by ${run.memberName}, ${formatMoment(run.startedAt, timeZone)} (${timeZone})`
  return (
    <>
      <PageHeader
        title={run.searchName}
        description={`${describeSearch(run)} · ${where} · ${when}`}
        actions={<DeleteButton ctx={ctx} run={run} deleted={deleted} />}
      />
      <Stack>
        <RunResults
          key={run.id}
          team={slug}
          run={run}
          first={JSON.stringify(first)}
          deleted={deleted}
          timeZone={timeZone}
          price={estimates && describeEstimate(estimates[run.operation])}
          mayRun={hasRole(ctx.actor.role, 'member')}
          fetchNextPage={fetchNextPageAction}
          cancelRun={cancelRunAction}
          contract={isAdmin ? `/${slug}/settings/contract` : null}
          checkKey={isAdmin ? checkKeyAction : null}
          readRaw={readRawItemAction}
          markItem={markItemAction}
        />
        <Loaded title={CALLS}>
          <CallsCard ctx={ctx} runId={run.id} most={callsOf(await searchParams)} />
        </Loaded>
      </Stack>
    </>
  )
}

/** For its member and admins, once it is not under way and as long as there is something to delete. */
function DeleteButton(props: {
  readonly ctx: TeamCtx
  readonly run: RunView
  readonly deleted: DeletedItems | null
}) {
  const { ctx, run, deleted } = props
  const isWriter = hasRole(ctx.actor.role, 'member')
  const mayDelete = isWriter && (run.isOwn || hasRole(ctx.actor.role, 'admin'))
  const left = run.items + run.reusedItems - (deleted?.items ?? 0)
  const isUnderWay = run.isInBackground && run.state === 'OPEN'
  if (!mayDelete || left <= 0 || isUnderWay) return null
  return (
    <DeleteItems
      input={{ team: ctx.team.slug, runId: run.id }}
      label="Delete the items"
      title="Delete the items of this run?"
      text={`The contents of ${plural(left, 'item')} are deleted.`}
      remove={deleteRunItemsAction}
    />
  )
}

/** How many calls the page's address asks for. */
const callsOf = ({ calls }: Awaited<SearchParams>): number => (calls === 'more' ? MORE_CALLS : FIRST_CALLS)

interface CallsCardProps {
  readonly ctx: TeamCtx
  readonly runId: string
  readonly most: number
}

async function CallsCard({ ctx, runId, most }: CallsCardProps) {
  const { entries, next } = await listEntries(ctx, { runId }, undefined, most)
  return (
    <Card title={CALLS}>
      <CallTable
        calls={entries.map(
          ({ id, at, pageNumber, outcome, reason, items, chargeMicro, waitedMs, latencyMs }) => ({
            ...{ id, at, pageNumber, outcome, reason, items, chargeMicro, waitedMs, latencyMs },
          }),
        )}
        isWhole={next === null}
        hasMore={next !== null && most < MORE_CALLS}
        timeZone={ctx.team.timeZone}
        team={ctx.team.slug}
        runId={runId}
        readRaw={readRawPageAction}
      />
    </Card>
  )
}
