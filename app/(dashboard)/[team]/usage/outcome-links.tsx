import { Group } from '@mantine/core'
import { LinkTo } from '@/components/ui'
import type { UsageQuery } from './query'

interface OutcomeLinksProps {
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

/** Narrows the ledger by outcome. */
export const OutcomeLinks = ({ query, hrefTo }: OutcomeLinksProps) => (
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
)
