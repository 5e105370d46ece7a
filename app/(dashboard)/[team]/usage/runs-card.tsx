import type { PageRange } from '@/app/_server'
import { RunTable } from '@/components/runs'
import { Card, EmptyState, ListPages } from '@/components/ui'
import { findRuns } from '@/lib/collect/runs'
import { formatMoment } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { ledgerHref } from './ledger-href'
import type { UsageQuery } from './query'
import { runFilter } from './run-filter'
import { describeSpan, shownSpan } from './shown-span'
import { WholeRange } from './whole-range'

interface RunsCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Lists the runs that were started in the range, newest first, narrowed as the page is. */
export async function RunsCard({ ctx, range, query }: RunsCardProps) {
  const { slug, timeZone } = ctx.team
  const span = shownSpan(range, query)
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
        of="runs"
        newest={query.after ? hrefTo({ after: null }) : null}
        older={found.next && hrefTo({ after: found.next })}
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
