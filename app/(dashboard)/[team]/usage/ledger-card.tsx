import { Group } from '@mantine/core'
import type { PageRange } from '@/app/_server'
import { ButtonLink, Card, EmptyState } from '@/components/ui'
import { LedgerTable } from '@/components/usage'
import { formatMoment } from '@/lib/kernel'
import { listEntries } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { DetailsLeft } from '../details-left'
import { LedgerFilters } from './ledger-filters'
import { ledgerHref } from './ledger-href'
import type { UsageQuery } from './query'
import { usageFilter } from './usage-filter'

interface LedgerCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Every call behind the figures, newest first: the range's, or those of one bar. */
export async function LedgerCard({ ctx, range, query }: LedgerCardProps) {
  const { slug, timeZone } = ctx.team
  const from = query.since ? new Date(query.since) : range.range.from.toJSDate()
  const to = query.until ? new Date(query.until) : range.range.to.toJSDate()
  const filter = {
    ...{ from, to },
    ...(query.outcome && { outcome: query.outcome }),
    ...usageFilter(range, query),
  }
  const { entries, next, lookedBackTo } = await listEntries(ctx, filter, query.after ?? undefined)
  const hrefTo = (changes: Partial<UsageQuery>) => ledgerHref(slug, range, { ...query, ...changes })
  return (
    <div id="ledger">
      <Card
        title="Ledger"
        description={`${formatMoment(from, timeZone)} to ${formatMoment(to, timeZone)} (${timeZone})`}
        actions={<LedgerFilters ctx={ctx} query={query} hrefTo={hrefTo} />}
      >
        {entries.length === 0 ? (
          <EmptyState
            title="No calls here"
            text={
              lookedBackTo
                ? `There are none back to ${formatMoment(lookedBackTo, timeZone)}. Older entries may have some.`
                : 'The ledger has none in this range with this filter.'
            }
          />
        ) : (
          <LedgerTable team={slug} entries={entries} timeZone={timeZone} />
        )}
        {next === null && <DetailsLeft ctx={ctx} since={from} />}
        <Group mt="sm">
          {query.after && (
            <ButtonLink href={hrefTo({ after: null })} variant="default" size="xs">
              Newest entries
            </ButtonLink>
          )}
          {next && (
            <ButtonLink href={hrefTo({ after: next })} variant="default" size="xs">
              Older entries
            </ButtonLink>
          )}
        </Group>
      </Card>
    </div>
  )
}
