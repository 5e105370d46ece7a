import { SimpleGrid } from '@mantine/core'
import { type PageRange, teamContract } from '@/app/_server'
import { RelativeTime, StatTile } from '@/components/ui'
import { spentTile } from '@/components/usage'
import { formatCompact, formatCount, formatCredits, formatCreditsOnCard, plural } from '@/lib/kernel'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { overviewReport } from './overview-report'
import { teamWallets } from './team-wallets'

/** The figures of the overview at a glance. */
export async function TilesCard({ ctx, range }: { readonly ctx: TeamCtx; readonly range: PageRange }) {
  const [wallets, { totals }, { contract }] = await Promise.all([
    teamWallets(ctx),
    overviewReport(ctx, range),
    teamContract(ctx),
  ])
  const { pages, unknowns } = totals
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <BalanceTile ctx={ctx} wallets={wallets} unit={contract.balanceUnit} />
      <StatTile label="Spent in this range" {...spentTile(totals)} />
      <StatTile
        label="Pages"
        value={formatCompact(pages)}
        exact={formatCount(pages)}
        hint="Answers received"
      />
      <StatTile
        label="Unknown calls"
        value={formatCompact(unknowns)}
        exact={formatCount(unknowns)}
        hint="Sent, answer lost: they may have been charged"
      />
    </SimpleGrid>
  )
}

interface BalanceTileProps {
  readonly ctx: TeamCtx
  readonly wallets: readonly WalletView[]
  readonly unit: string
}

function BalanceTile({ ctx, wallets, unit }: BalanceTileProps) {
  const read = wallets.flatMap(({ balance, expectedNano }) =>
    balance && expectedNano !== null ? [{ ...balance, expectedNano }] : [],
  )
  const [oldest] = read.map(({ at }) => at).sort((a, b) => a.getTime() - b.getTime())
  if (!oldest)
    return <StatTile label="Balance" value="Unknown" hint="Add a key, or re-check one to read it again" />
  const expected = read.reduce((sum, { expectedNano }) => sum + expectedNano, 0n)
  const told = read.reduce((sum, { balanceNano }) => sum + balanceNano, 0n)
  const unknown = wallets.length - read.length
  return (
    <StatTile
      label="Balance expected now"
      value={`${formatCreditsOnCard(expected)} ${unit}`}
      exact={`${formatCredits(expected)} ${unit}`}
      hint={
        <>
          {formatCredits(told)} {unit} as of{' '}
          <RelativeTime at={oldest} now={ctx.clock.now()} timeZone={ctx.team.timeZone} />, less what was
          settled since
          {unknown > 0 && `; without ${plural(unknown, 'wallet')} of unknown balance`}
        </>
      }
    />
  )
}
