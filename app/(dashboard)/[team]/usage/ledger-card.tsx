import { Group } from '@mantine/core'
import type { PageRange } from '@/app/_server'
import { LedgerTable } from '@/components/spend'
import { ButtonLink, Card, EmptyState, LinkTo } from '@/components/ui'
import type { TeamCtx } from '@/lib/db'
import { formatMoment } from '@/lib/kernel'
import { listEntries } from '@/lib/ledger'
import type { UsageQuery } from './query'

interface LedgerCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

const FILTERS = [
  { outcome: null, label: 'All calls' },
  { outcome: 'SETTLED', label: 'Settled' },
  { outcome: 'FREE', label: 'Not charged' },
  { outcome: 'UNKNOWN', label: 'Unknown' },
] as const

/** Every call behind the figures, newest first: the range's, or those of one bar. */
export async function LedgerCard({ ctx, range, query }: LedgerCardProps) {
  const { slug, timeZone } = ctx.team
  const from = query.since ? new Date(query.since) : range.range.from.toJSDate()
  const to = query.until ? new Date(query.until) : range.range.to.toJSDate()
  const filter = {
    from,
    to,
    ...(query.outcome && { outcome: query.outcome }),
    ...(range.environmentId && { environmentId: range.environmentId }),
  }
  const { entries, next } = await listEntries(ctx, filter, query.after ?? undefined)
  const hrefTo = (changes: Record<string, string | null>) =>
    `/${slug}/usage?${address(range, query, changes)}#ledger`
  return (
    <div id="ledger">
      <Card
        title="Ledger"
        description={`${formatMoment(from, timeZone)} to ${formatMoment(to, timeZone)} (${timeZone})`}
        actions={
          <Group gap="xs" component="nav" aria-label="Outcome">
            {FILTERS.map(({ outcome, label }) => (
              <LinkTo
                key={label}
                href={hrefTo({ outcome, after: null })}
                size="sm"
                fw={outcome === query.outcome ? 700 : 400}
              >
                {label}
              </LinkTo>
            ))}
          </Group>
        }
      >
        {entries.length === 0 ? (
          <EmptyState title="No calls here" text="Nothing was called in this range with this filter." />
        ) : (
          <LedgerTable team={slug} entries={entries} timeZone={timeZone} />
        )}
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

/** The page's address with some of its parameters changed. */
function address(
  range: PageRange,
  query: UsageQuery,
  changes: Record<string, string | null>,
): URLSearchParams {
  const span = range.preset ? { range: range.preset } : { from: range.from, to: range.to }
  const all = { ...span, environment: range.environmentId, ...query, ...changes }
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
