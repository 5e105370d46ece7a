import type { PageRange } from '@/app/_server'
import { Card, EmptyState, ListPages } from '@/components/ui'
import { LedgerTable } from '@/components/usage'
import { formatMoment } from '@/lib/kernel'
import { listEntries } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { DetailsLeft } from '../details-left'
import { ledgerHref } from './ledger-href'
import { OutcomeLinks } from './outcome-links'
import type { UsageQuery } from './query'
import { describeSpan, shownSpan } from './shown-span'
import { usageFilter } from './usage-filter'
import { WholeRange } from './whole-range'

interface LedgerCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Lists every call behind the figures, newest first: those of the range, or of one bar. */
export async function LedgerCard({ ctx, range, query }: LedgerCardProps) {
  const { slug, timeZone } = ctx.team
  const { from, to } = shownSpan(range, query)
  const filter = {
    ...{ from, to },
    ...(query.outcome && { outcome: query.outcome }),
    ...usageFilter(range, query),
  }
  const { entries, next, lookedBackTo } = await listEntries(ctx, filter, query.after ?? undefined)
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
      {next === null && <DetailsLeft ctx={ctx} since={from} />}
      <ListPages
        of="entries"
        newest={query.after ? hrefTo({ after: null }) : null}
        older={next && hrefTo({ after: next })}
      />
    </Card>
  )
}
