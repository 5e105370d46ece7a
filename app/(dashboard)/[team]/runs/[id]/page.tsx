import { Stack } from '@mantine/core'
import { orPage, pageEstimates, requireMember } from '@/app/_server'
import { DeleteItems, PageTable, RawPageButton, RunResults } from '@/components/runs'
import { describeEstimate, describeSearch } from '@/components/searches'
import { Card, PageHeader } from '@/components/ui'
import type { TeamCtx } from '@/lib/db'
import { formatMoment, hasRole, plural } from '@/lib/kernel'
import { listEntries } from '@/lib/ledger'
import { type DeletedItems, findDeletedItems } from '@/lib/retention'
import { getRun, itemsInput, listRunItems, type RunView } from '@/lib/runs'
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
}

const CALLS = 'Pages on the ledger'

export default async function RunPage({ params }: RunPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug, timeZone } = ctx.team
  const run = await orPage(() => getRun(ctx, id), `/${slug}/runs/${id}`)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const [first, deleted, estimates] = await Promise.all([
    listRunItems(ctx, itemsInput.parse({ runId: id })),
    findDeletedItems(ctx, id),
    pageEstimates(ctx),
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
          first={first}
          deleted={deleted}
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
