import type { PageRange } from '@/app/_server'
import { RunTable } from '@/components/runs'
import { AppLink, Card, CardBoundary, EmptyState, LinkTabs, ListPages } from '@/components/ui'
import { LedgerTable, SavingsTable } from '@/components/usage'
import { listSavings } from '@/lib/alerts/savings'
import { findRuns } from '@/lib/collect/runs'
import { formatMoment, hasRole, isOperation } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listEntries, OUTCOMES } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { disableKeyAction } from '../keys/actions'
import { DeletedDetailsNote } from '../notes'
import { pauseScheduleAction } from '../searches/actions'
import { hideSavingAction } from './actions'
import { GROUPING_NAMES, OUTCOME_NAMES } from './groupings'
import { describeSpan, ledgerHref, listedSpan, type UsageQuery, usageHref } from './query'
import { usageFilter } from './report'
import { UsageParts } from './usage-card'

interface ListsProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

const TABS = { parts: UsageParts, ledger: LedgerCard, runs: RunsCard, savings: SavingsCard }

/** Shows in tabs the parts of what the chart shows, the calls and runs behind it, and what could be saved. */
export async function UsageLists({ ctx, range, query }: ListsProps) {
  const savings = hasRole(ctx.actor.role, 'admin') ? await listSavings(ctx) : []
  const labels: readonly (readonly [UsageQuery['tab'], string])[] = [
    ['parts', `By ${GROUPING_NAMES[query.by].toLowerCase()}`],
    ['ledger', 'Ledger'],
    ['runs', 'Runs'],
    ...(savings.length > 0 || query.tab === 'savings'
      ? ([['savings', `Could be saved (${savings.length})`]] as const)
      : []),
  ]
  const List = TABS[query.tab]
  return (
    <div id="ledger">
      <LinkTabs
        label="Behind the chart"
        scroll={false}
        tabs={labels.map(([tab, label]) => ({
          label,
          href: usageHref(ctx.team.slug, range, { ...query, tab, after: null }),
          isCurrent: tab === query.tab,
        }))}
      />
      <CardBoundary key={query.tab}>
        <List ctx={ctx} range={range} query={query} savings={savings} />
      </CardBoundary>
    </div>
  )
}

interface SavingsCardProps {
  readonly ctx: TeamCtx
  readonly savings: Awaited<ReturnType<typeof listSavings>>
}

/** Lists what could be saved, whatever the range. */
function SavingsCard({ ctx, savings }: SavingsCardProps) {
  return savings.length === 0 ? (
    <EmptyState title="Nothing could be saved" text="Every key and every search is worth what it costs." />
  ) : (
    <SavingsTable
      team={ctx.team.slug}
      savings={savings}
      disableKey={disableKeyAction}
      pauseSchedule={pauseScheduleAction}
      hide={hideSavingAction}
    />
  )
}

/** Number of calls or runs that are listed at a time: the figures above stay within reach. */
const MAX_ROWS = 12

interface LedgerCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Lists every call behind the figures, newest first: those of the range, or of one bar. */
async function LedgerCard({ ctx, range, query }: LedgerCardProps) {
  const { slug, timeZone } = ctx.team
  const { from, to } = listedSpan(range, query)
  const filter = {
    from,
    to,
    ...(query.outcome && { outcome: query.outcome }),
    ...usageFilter(range, query),
  }
  const { entries, next, lookedBackTo } = await listEntries(ctx, filter, query.after ?? undefined, MAX_ROWS)
  const hrefTo = (changes: Partial<UsageQuery>) => ledgerHref(slug, range, { ...query, ...changes })
  return (
    <Card
      title="Ledger"
      isTitleHidden
      description={`${describeSpan({ from, to })} (${timeZone})`}
      actions={
        <>
          <WholeRange query={query} hrefTo={hrefTo} />
          <OutcomeLinks query={query} hrefTo={hrefTo} />
        </>
      }
    >
      {entries.length === 0 ? (
        <EmptyState
          title="No calls here"
          text={
            lookedBackTo
              ? `There are none back to ${formatMoment(lookedBackTo)}. Look at older entries, or choose an earlier range.`
              : 'The ledger has none in this range with this filter.'
          }
        />
      ) : (
        <LedgerTable team={slug} entries={entries} environments={range.environments} />
      )}
      {next === null && <DeletedDetailsNote ctx={ctx} since={from} />}
      <ListPages
        first={query.after ? hrefTo({ after: null }) : null}
        next={next && hrefTo({ after: next })}
      />
    </Card>
  )
}

interface RunsCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Lists the runs that were started in the range, newest first, narrowed as the page is. */
async function RunsCard({ ctx, range, query }: RunsCardProps) {
  const { slug, timeZone } = ctx.team
  const span = listedSpan(range, query)
  const filter = await runFilter(ctx, range, query)
  const found = filter
    ? await findRuns(ctx, { ...filter, ...span }, query.after ?? undefined, { limit: MAX_ROWS })
    : { runs: [], next: null, lookedBackTo: null }
  const hrefTo = (changes: Partial<UsageQuery>) => ledgerHref(slug, range, { ...query, ...changes })
  return (
    <Card
      title="Runs"
      isTitleHidden
      description={`Started ${describeSpan(span)} (${timeZone})`}
      actions={<WholeRange query={query} hrefTo={hrefTo} />}
    >
      {found.runs.length === 0 ? (
        <EmptyState title="No runs here" text={whyNone(filter !== null, found.lookedBackTo)} />
      ) : (
        <RunTable
          team={slug}
          runs={found.runs}
          environments={await listEnvironments(ctx)}
          now={ctx.clock.now()}
        />
      )}
      <ListPages
        first={query.after ? hrefTo({ after: null }) : null}
        next={found.next && hrefTo({ after: found.next })}
      />
    </Card>
  )
}

function whyNone(isTold: boolean, lookedBackTo: Date | null): string {
  if (!isTold)
    return 'Services start no runs, and the calls of one run may end differently. All calls are in the ledger.'
  if (lookedBackTo) return `There are none back to ${formatMoment(lookedBackTo)}. Older runs may have some.`
  return 'None that you may see was started in this range with this filter.'
}

interface OutcomeLinksProps {
  readonly query: UsageQuery
  /** Returns the page's URL with some of its parameters changed. */
  hrefTo(changes: Partial<UsageQuery>): string
}

const LINKS = [
  { outcome: null, label: 'All calls' },
  ...OUTCOMES.map((outcome) => ({ outcome, label: OUTCOME_NAMES[outcome] })),
] as const

/** Narrows the page by outcome, from the ledger. */
const OutcomeLinks = ({ query, hrefTo }: OutcomeLinksProps) => (
  <LinkTabs
    areSegments
    label="Outcome"
    tabs={LINKS.map(({ outcome, label }) => ({
      label,
      href: hrefTo({ outcome, after: null }),
      isCurrent: outcome === query.outcome,
    }))}
  />
)

interface WholeRangeProps {
  readonly query: UsageQuery
  /** Returns the page's URL with some of its parameters changed. */
  hrefTo(changes: Partial<UsageQuery>): string
}

/** Widens the lists of calls and runs again after a click on a bar. */
const WholeRange = ({ query, hrefTo }: WholeRangeProps) =>
  (query.since || query.until) && (
    <AppLink href={hrefTo({ since: null, until: null, after: null })}>Show the whole range</AppLink>
  )

type RunFilter = Omit<Parameters<typeof findRuns>[1], 'from' | 'to'>

/**
 * Returns the filter of runs for the URL's filters, or null if they do not apply to runs: no service starts runs, no
 * run uses a further path, and calls of one run may end differently. A run knows only its key, so a wallet means the
 * keys that draw on it now.
 */
export async function runFilter(
  ctx: TeamCtx,
  { environmentId }: PageRange,
  query: UsageQuery,
): Promise<RunFilter | null> {
  const { service, token, caller, key, wallet, member, search, operation, outcome } = query
  if (service || outcome || caller === 'service') return null
  if (operation && !isOperation(operation)) return null
  // A run started by a token has the token's id instead of a member's, and belongs to nobody else.
  if (token && ((member && member !== token) || (caller && caller !== 'token'))) return { keyIds: [] }
  const whose = token ?? member
  const ofWallet = wallet && (await listKeys(ctx)).filter(({ walletId }) => walletId === wallet)
  const keyIds = ofWallet
    ? ofWallet.map(({ id }) => id).filter((id) => key === null || id === key)
    : key && [key]
  return {
    ...(keyIds && { keyIds }),
    ...(environmentId && { environmentId }),
    ...(whose && { memberId: whose }),
    ...(search && { searchId: search }),
    ...(operation && { operation }),
    ...(caller && { caller }),
  }
}
