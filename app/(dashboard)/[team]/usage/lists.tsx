import type { PageRange } from '@/app/_server'
import { CardBoundary, LinkTabs } from '@/components/ui'
import type { TeamCtx } from '@/lib/platform/db'
import { LedgerCard } from './ledger-card'
import { ledgerHref } from './ledger-href'
import type { UsageQuery } from './query'
import { RunsCard } from './runs-card'

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
export function Lists({ ctx, range, query }: ListsProps) {
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
