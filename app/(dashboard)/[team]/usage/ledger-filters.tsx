import { Group } from '@mantine/core'
import { LinkTo } from '@/components/ui'
import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { KeyFilter } from './key-filter'
import type { UsageQuery } from './query'

interface LedgerFiltersProps {
  readonly ctx: TeamCtx
  readonly query: UsageQuery
  /** The page's address with some of its parameters changed. */
  hrefTo(changes: Partial<UsageQuery>): string
}

const OUTCOMES = [
  { outcome: null, label: 'All calls' },
  { outcome: 'SETTLED', label: 'Settled' },
  { outcome: 'FREE', label: 'Not charged' },
  { outcome: 'UNKNOWN', label: 'Unknown' },
] as const

/** Narrows the ledger by outcome and key, and widens it again after a click on a bar. */
export async function LedgerFilters({ ctx, query, hrefTo }: LedgerFiltersProps) {
  const keys = await listKeys(ctx)
  return (
    <Group align="flex-end" gap="md">
      {(query.since || query.until) && (
        <LinkTo href={hrefTo({ since: null, until: null, after: null })} size="sm">
          Show the whole range
        </LinkTo>
      )}
      <Group gap="xs" component="nav" aria-label="Outcome">
        {OUTCOMES.map(({ outcome, label }) => (
          <LinkTo
            key={label}
            href={hrefTo({ outcome, after: null })}
            size="sm"
            fw={outcome === query.outcome ? 700 : 400}
            {...(outcome === query.outcome && { 'aria-current': 'true' as const })}
          >
            {label}
          </LinkTo>
        ))}
      </Group>
      <KeyFilter value={query.key} keys={keys.map(({ id, name, prefix }) => ({ id, name, prefix }))} />
    </Group>
  )
}
