import type { PageRange } from '@/app/_server'
import { type WentRow, WentTable } from '@/components/overview'
import { Card, Choices, EmptyState, LinkTo } from '@/components/ui'
import { listKeys } from '@/lib/keys/keys'
import type { ComparedSpend } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { FirstStep } from '../next-steps'
import { comparedBy } from './reads'
import { addressWith, capitalised, hrefOfWent, usageOf, WENT, type Went, wentName, wentNames } from './went'

interface WentCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly went: Went
  /** The chart's wallet, so that links keep the choice. */
  readonly walletId: string | null
}

const MAX = 8

/** Shows where the range's spend went: by search, environment, member or key. Each row links to its usage. */
export async function WentCard({ ctx, range, went, walletId }: WentCardProps) {
  const { slug } = ctx.team
  const rows = (await comparedBy(ctx, range, went)).filter(({ nano, items }) => nano > 0n || items > 0)
  const shown = rows.slice(0, MAX)
  const names = await wentNames(
    ctx,
    range,
    went,
    shown.map(({ member }) => member),
  )
  return (
    <Card
      title="Where it went"
      actions={
        <Choices
          label="By"
          choices={WENT.map((one) => ({
            label: capitalised(one),
            href: addressWith(slug, range, { wallet: walletId, by: one }),
            isChosen: one === went,
          }))}
        />
      }
    >
      {rows.length === 0 ? (
        <NothingWent ctx={ctx} />
      ) : (
        <WentTable
          what={capitalised(went)}
          rows={shown.map((row) => rowOf(row, went, names, hrefOfWent(slug, range, went, row.member)))}
        />
      )}
      {rows.length > MAX && (
        <LinkTo href={usageOf(slug, range, { by: went })} size="sm">
          All {rows.length}
        </LinkTo>
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
  went: Went,
  names: ReadonlyMap<string, string>,
  href: string | null,
): WentRow {
  return {
    key: member,
    name: wentName(went, member, names),
    href,
    nano,
    beforeNano,
    items,
    again: searched?.items === 0 ? null : again,
    // If searched items were not read separately, all items count as searched.
    searched: searched?.items ?? items,
  }
}
