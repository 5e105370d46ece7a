import { Group } from '@mantine/core'
import { LinkTo } from '@/components/ui'
import { OUTCOMES } from '@/lib/money/ledger'
import { OUTCOME_NAMES } from './groupings'
import type { UsageQuery } from './query'

interface OutcomeLinksProps {
  readonly query: UsageQuery
  /** The page's address with some of its parameters changed. */
  hrefTo(changes: Partial<UsageQuery>): string
}

const LINKS = [
  { outcome: null, label: 'All calls' },
  ...OUTCOMES.map((outcome) => ({ outcome, label: OUTCOME_NAMES[outcome] })),
] as const

/** Narrows the page by outcome, from the ledger. */
export const OutcomeLinks = ({ query, hrefTo }: OutcomeLinksProps) => (
  <Group gap="xs" component="nav" aria-label="Outcome">
    {LINKS.map(({ outcome, label }) => (
      <LinkTo
        key={label}
        href={hrefTo({ outcome, after: null })}
        size="sm"
        isBold={outcome === query.outcome}
        {...(outcome === query.outcome && { 'aria-current': 'true' as const })}
      >
        {label}
      </LinkTo>
    ))}
  </Group>
)
