import type { PageRange } from '@/app/_server'
import { RunTable } from '@/components/runs'
import { AppLink, Card, CardBoundary, Choices, EmptyState, LinkTabs, ListPages } from '@/components/ui'
import { LedgerTable } from '@/components/usage'
import { findRuns } from '@/lib/collect/runs'
import { formatMoment, isOperation } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listEntries, OUTCOMES } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { DeletedDetailsNote } from '../notes'
import { OUTCOME_NAMES } from './groupings'
import { describeSpan, ledgerHref, listedSpan, type UsageQuery } from './query'
import { usageFilter } from './report'

interface ListsProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

const TABS = [
  { tab: 'ledger', label: 'Ledger', List: LedgerCard },
  { tab: 'runs', label: 'Runs', List: RunsCard },
] as const

/** Shows what is behind the figures, in tabs: every call, or the runs that sent them. */
export function UsageLists({ ctx, range, query }: ListsProps) {
  const { List } = TABS.find(({ tab }) => tab === query.tab) ?? TABS[0]
  const tabs = TABS.map((each) => ({
    label: each.label,
    href: ledgerHref(ctx.team.slug, range, { ...query, tab: each.tab, after: null }),
    isCurrent: each.tab === query.tab,
  }))
  return (
    <div id="ledger">
      <LinkTabs label="Calls and runs" tabs={tabs} scroll={false} />
      <CardBoundary key={query.tab}>
        <List ctx={ctx} range={range} query={query} />
      </CardBoundary>
    </div>
  )
}

/** Number of calls that are listed at a time: the figures above stay within reach. */
const MAX_ROWS = 20

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
      description={`${describeSpan({ from, to }, timeZone)} (${timeZone})`}
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
              ? `There are none back to ${formatMoment(lookedBackTo, timeZone)}. Look at older entries, or choose an earlier range.`
              : 'The ledger has none in this range with this filter.'
          }
        />
      ) : (
        <LedgerTable team={slug} entries={entries} timeZone={timeZone} environments={range.environments} />
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
    ? await findRuns(ctx, { ...filter, ...span }, query.after ?? undefined)
    : { runs: [], next: null, lookedBackTo: null }
  const hrefTo = (changes: Partial<UsageQuery>) => ledgerHref(slug, range, { ...query, ...changes })
  return (
    <Card
      title="Runs"
      description={`Started ${describeSpan(span, timeZone)} (${timeZone})`}
      actions={<WholeRange query={query} hrefTo={hrefTo} />}
    >
      {found.runs.length === 0 ? (
        <EmptyState title="No runs here" text={whyNone(filter !== null, found.lookedBackTo, timeZone)} />
      ) : (
        <RunTable
          team={slug}
          runs={found.runs}
          environments={await listEnvironments(ctx)}
          now={ctx.clock.now()}
          timeZone={timeZone}
        />
      )}
      <ListPages
        first={query.after ? hrefTo({ after: null }) : null}
        next={found.next && hrefTo({ after: found.next })}
      />
    </Card>
  )
}

function whyNone(isTold: boolean, lookedBackTo: Date | null, timeZone: string): string {
  if (!isTold)
    return 'Services start no runs, and the calls of one run may end differently. All calls are in the ledger.'
  if (lookedBackTo)
    return `There are none back to ${formatMoment(lookedBackTo, timeZone)}. Older runs may have some.`
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
  <Choices
    label="Outcome"
    choices={LINKS.map(({ outcome, label }) => ({
      label,
      href: hrefTo({ outcome, after: null }),
      isChosen: outcome === query.outcome,
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
    <AppLink href={hrefTo({ since: null, until: null, after: null })} size="sm">
      Show the whole range
    </AppLink>
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
