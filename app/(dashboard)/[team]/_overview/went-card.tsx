import type { PageRange } from '@/app/_server'
import { type SpendBreakdownRow, SpendBreakdownTable } from '@/components/overview'
import { AppLink, Card, EmptyState, LinkTabs } from '@/components/ui'
import { listKeys } from '@/lib/keys/keys'
import type { ComparedSpend } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { FirstStep } from '../next-steps'
import { readSpendByDimension } from './reads'
import {
  BREAKDOWNS,
  type Breakdown,
  breakdownHref,
  breakdownName,
  capitalise,
  listBreakdownNames,
  narrowedUsageHref,
  overviewHref,
} from './went'

interface WentCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly went: Breakdown
  /** The chart's wallet, so that links keep the choice. */
  readonly walletId: string | null
}

const MAX = 8

/** Shows where the range's spend went: by search, environment, member or key. Each row links to its usage. */
export async function SpendBreakdownCard({ ctx, range, went, walletId }: WentCardProps) {
  const { slug } = ctx.team
  const rows = (await readSpendByDimension(ctx, range, went)).filter(
    ({ nano, items }) => nano > 0n || items > 0,
  )
  const shown = rows.slice(0, MAX)
  const names = await listBreakdownNames(
    ctx,
    range,
    went,
    shown.map(({ member }) => member),
  )
  return (
    <Card
      title="Where it went"
      actions={
        <LinkTabs
          areSegments
          label="By"
          tabs={BREAKDOWNS.map((one) => ({
            label: capitalise(one),
            href: overviewHref(slug, range, { wallet: walletId, by: one }),
            isCurrent: one === went,
          }))}
        />
      }
    >
      {rows.length === 0 ? (
        <NothingWent ctx={ctx} />
      ) : (
        <SpendBreakdownTable
          what={capitalise(went)}
          rows={shown.map((row) => rowOf(row, went, names, breakdownHref(slug, range, went, row.member)))}
        />
      )}
      {rows.length > MAX && (
        <AppLink href={narrowedUsageHref(slug, range, { by: went })}>All {rows.length}</AppLink>
      )}
    </Card>
  )
}

/**
 * Explains an empty card. Without a key there is no earlier spend either, and the chart above says what to do first.
 */
async function NothingWent({ ctx }: { readonly ctx: TeamCtx }) {
  if ((await listKeys(ctx)).length === 0)
    return <EmptyState title="Nothing was spent yet" text="What your keys buy is shown here." />
  return (
    <EmptyState
      title="Nothing was spent in this range"
      text="What your keys buy is shown here. A longer range may show earlier spend."
      action={<FirstStep ctx={ctx} />}
    />
  )
}

function rowOf(
  { member, nano, beforeNano, items, again, searched }: ComparedSpend,
  went: Breakdown,
  names: ReadonlyMap<string, string>,
  href: string | null,
): SpendBreakdownRow {
  return {
    key: member,
    name: breakdownName(went, member, names),
    href,
    nano,
    beforeNano,
    items,
    again: searched?.items === 0 ? null : again,
    // If searched items were not read separately, all items count as searched.
    searched: searched?.items ?? items,
  }
}
