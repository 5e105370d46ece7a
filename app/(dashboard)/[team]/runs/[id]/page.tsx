import type { Metadata } from 'next'
import { cache } from 'react'
import { pageEstimates, pageTitle, readForPage, requireMember, type SearchParams } from '@/app/_server'
import { KEPT_AFTER_DELETION_TEXT } from '@/components/items/what-stays'
import { CallTable, ItemsMenu, RunResults } from '@/components/runs'
import { describeEstimate } from '@/components/searches'
import { Card, CardBoundary, PageHeader } from '@/components/ui'
import { type DeletedItems, findDeletedItemsInPages } from '@/lib/collect/retention'
import { listBatchRuns, listContinuing, openRun, type RunView } from '@/lib/collect/runs'
import { listSearchNames } from '@/lib/collect/searches'
import { describeSearch, formatMoment, formatPlural, hasRole, type UsedByRun } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listStoppingBudgets } from '@/lib/money/budgets'
import { type EntryView, listEntries } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { checkKeyAction } from '../../keys/actions'
import { DeletedDetailsNote } from '../../notes'
import { SubjectsCard } from '../../subjects-card'
import {
  cancelRunAction,
  deleteRunItemsAction,
  fetchNextPageAction,
  goOnWithRunAction,
  markItemAction,
  moveToBackgroundAction,
} from '../actions'

interface RunPageProps {
  readonly params: Promise<{ team: string; id: string }>
  readonly searchParams: SearchParams
}

/** Number of a batch's subjects that the page shows at first. */
const FIRST_SUBJECTS = 100

export default async function RunPage({ params, searchParams }: RunPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug, timeZone } = ctx.team
  const { run, heads, first } = await readForPage(() => readRun(ctx, id), `/${slug}/runs/${id}`)
  const { tab, calls, subjects } = await searchParams
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  // Only a run that a person continues has a next page whose price can be shown.
  const goesOn = (run.state === 'OPEN' && !run.isInBackground) || run.may.goOn
  const [deleted, estimates, searchId, keys] = await Promise.all([
    findDeletedItemsInPages(ctx, run, heads),
    goesOn ? pageEstimates(ctx) : null,
    searchOf(ctx, run),
    listKeys(ctx),
  ])
  const used = keys.filter((key) => key.id === run.keyId)
  const walletId = used[0]?.walletId ?? null
  const [budgets, continuing] = await Promise.all([
    goesOn ? listStoppingBudgets(ctx, run.searchId ?? '', used) : [],
    run.subjects === null ? null : run.may.goOn ? readParts(ctx, run.id).then(listContinuing) : [],
  ])
  const when = `by ${run.memberName}, ${formatMoment(run.startedAt)} (${timeZone})`
  return (
    <>
      <PageHeader
        back={
          run.batchId === null
            ? { href: `/${slug}/runs`, label: 'All runs' }
            : { href: `/${slug}/runs/${run.batchId}`, label: 'All subjects' }
        }
        title={run.searchName}
        description={`${describeSearch(run)} · ${when}`}
        actions={<RunMenu ctx={ctx} run={run} deleted={deleted} />}
      />
      <RunResults
        key={run.id}
        team={slug}
        run={{ ...run, searchId }}
        walletId={walletId}
        first={JSON.stringify(first)}
        deleted={deleted}
        price={
          estimates && run.state === 'OPEN'
            ? describeEstimate({ ...estimates[run.operation], walletId })
            : null
        }
        estimate={estimates && { ...estimates[run.operation], walletId }}
        budgets={budgets}
        continuing={continuing?.map(usedOf) ?? null}
        mayRun={hasRole(ctx.actor.role, 'member')}
        fetchNextPage={fetchNextPageAction}
        moveToBackground={moveToBackgroundAction}
        cancelRun={cancelRunAction}
        goOn={goOnWithRunAction}
        provider={isAdmin ? `/${slug}/settings/provider` : null}
        checkKey={isAdmin ? checkKeyAction : null}
        markItem={markItemAction}
        subjects={
          run.subjects === null ? null : (
            <CardBoundary>
              <SubjectsCard
                title="Subjects"
                ctx={ctx}
                searchId={run.state === 'ENDED' ? searchId : null}
                readRuns={() => readParts(ctx, run.id)}
                hasNews={false}
                shown={subjects === 'all' ? undefined : FIRST_SUBJECTS}
              />
            </CardBoundary>
          )
        }
        calls={
          tab === 'calls' ? (
            <CardBoundary>
              <CallsCard
                ctx={ctx}
                runId={run.id}
                startedAt={run.startedAt}
                limit={calls === 'more' ? MORE_CALLS : FIRST_CALLS}
              />
            </CardBoundary>
          ) : null
        }
      />
    </>
  )
}

/** Opens the run once for the page and its title. */
const readRun = cache(openRun)
/** Reads a batch's runs once, for its table and for what it continues with. */
const readParts = cache(listBatchRuns)

/** Returns what the page needs of a subject that continues: there may be hundreds. */
const usedOf = ({ items, reusedItems, chargeNano, unknownItems, unknownCalls }: RunView): UsedByRun => ({
  items,
  reusedItems,
  chargeNano,
  unknownItems,
  unknownCalls,
})

/**
 * Returns the id of a run's search if the member can open it: it may now be in the trash or belong to somebody else.
 */
async function searchOf(ctx: TeamCtx, { searchId }: RunView): Promise<string | null> {
  if (searchId === null) return null
  return (await listSearchNames(ctx, [searchId])).has(searchId) ? searchId : null
}

/** Titles the page with the run's name, so that several open runs can be told apart by their tabs. */
export async function generateMetadata(props: {
  readonly params: Promise<{ team: string; id: string }>
}): Promise<Metadata> {
  const ctx = await requireMember(props.params)
  const { id } = await props.params
  return { title: await pageTitle('run', async () => (await readRun(ctx, id)).run.searchName) }
}

interface RunMenuProps {
  readonly ctx: TeamCtx
  readonly run: RunView
  readonly deleted: DeletedItems | null
}

/** Offers to delete the run's items to those who may, once the run has ended and while any are left. */
function RunMenu({ ctx, run, deleted }: RunMenuProps) {
  const left = run.items + run.reusedItems - (deleted?.items ?? 0)
  const isUnderWay = run.isInBackground && run.state === 'OPEN'
  if (!run.may.deleteItems || left <= 0 || isUnderWay) return null
  return (
    <ItemsMenu
      name={`the run of ${run.searchName}`}
      isInHeader
      input={{ team: ctx.team.slug, runId: run.id }}
      label="Delete the items"
      title="Delete the items of this run?"
      text={`The contents of ${formatPlural(left, 'item')} are deleted. ${KEPT_AFTER_DELETION_TEXT}`}
      remove={deleteRunItemsAction}
    />
  )
}

const FIRST_CALLS = 10
const MORE_CALLS = 50
/** Older calls that are read as well, because the tries at a page are counted from its oldest. */
const OLDER_CALLS = 10

interface CallsCardProps {
  readonly ctx: TeamCtx
  readonly runId: string
  readonly startedAt: Date
  readonly limit: number
}

/** Lists the run's ledger calls, at most `limit` of them. */
async function CallsCard({ ctx, runId, startedAt, limit }: CallsCardProps) {
  const { entries, next } = await listEntries(ctx, { runId }, undefined, limit + OLDER_CALLS)
  const isWhole = next === null && entries.length <= limit
  return (
    <Card title="Pages and costs" isTitleHidden>
      <CallTable
        calls={entries.map(toCall)}
        shown={limit}
        isWhole={next === null}
        hasMore={!isWhole && limit < MORE_CALLS}
        team={ctx.team.slug}
        runId={runId}
      />
      {isWhole && <DeletedDetailsNote ctx={ctx} since={startedAt} />}
    </Card>
  )
}

const toCall = ({ id, at, pageNumber, outcome, reason, ...entry }: EntryView) => {
  const { items, reservedItems, chargeNano, waitedMs, latencyMs } = entry
  return {
    id,
    at,
    pageNumber,
    outcome,
    reason,
    items,
    reservedItems,
    chargeNano,
    waitedMs,
    latencyMs,
  }
}
