import { LinkTo } from '@/components/ui'
import type { UsageQuery } from './query'

interface WholeRangeProps {
  readonly query: UsageQuery
  /** Returns the page's URL with some of its parameters changed. */
  hrefTo(changes: Partial<UsageQuery>): string
}

/** Widens the lists of calls and runs again after a click on a bar. */
export const WholeRange = ({ query, hrefTo }: WholeRangeProps) =>
  (query.since || query.until) && (
    <LinkTo href={hrefTo({ since: null, until: null, after: null })} size="sm">
      Show the whole range
    </LinkTo>
  )
