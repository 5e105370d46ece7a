import { Choices } from '@/components/ui'
import { OUTCOMES } from '@/lib/money/ledger'
import { OUTCOME_NAMES } from './groupings'
import type { UsageQuery } from './query'

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
export const OutcomeLinks = ({ query, hrefTo }: OutcomeLinksProps) => (
  <Choices
    label="Outcome"
    choices={LINKS.map(({ outcome, label }) => ({
      label,
      href: hrefTo({ outcome, after: null }),
      isChosen: outcome === query.outcome,
    }))}
  />
)
