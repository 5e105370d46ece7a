import { SimpleGrid } from '@mantine/core'
import { cache } from 'react'
import type { PageRange } from '@/app/_server'
import { BreakdownBars } from '@/components/charts'
import { RunTable } from '@/components/runs'
import { BreakdownTable, breakdownOf, SpendView } from '@/components/spend'
import { Card, EmptyState, RelativeTime, StatTile } from '@/components/ui'
import type { TeamCtx } from '@/lib/db'
import { formatCompact, formatCount, formatCredits, formatCreditsCompact } from '@/lib/kernel'
import { listRuns } from '@/lib/runs'
import { listSpend, type SpendReport } from '@/lib/spend'
import { listWallets, type WalletView } from '@/lib/wallets'
import { bucketLinks } from './usage/bucket-links'

interface CardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly title: string
}

const walletsOf = cache(listWallets)

/** Spend by environment: read once for the cards that show it. */
const reportOf = cache(async (ctx: TeamCtx, range: PageRange): Promise<SpendReport> => {
  const wallets = await walletsOf(ctx)
  const named = (id: string) => range.environments.find((environment) => environment.id === id)
  return listSpend(ctx, {
    range: range.range,
    dimension: 'environmentId',
    ...(range.environmentId && { environmentId: range.environmentId }),
    walletIds: wallets.map(({ id }) => id),
    nameOf: (id) => ({ label: named(id)?.name ?? 'Unknown', color: named(id)?.color ?? null }),
  })
})

export async function TilesCard({ ctx, range }: Omit<CardProps, 'title'>) {
  const [wallets, { totals }] = await Promise.all([walletsOf(ctx), reportOf(ctx, range)])
  const { items, pages, chargeMicro, unpricedItems, unknowns } = totals
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <BalanceTile ctx={ctx} wallets={wallets} />
      <StatTile
        label="Spent in this range"
        value={`${formatCreditsCompact(chargeMicro)} credits`}
        exact={`${formatCredits(chargeMicro)} credits`}
        hint={`${formatCount(items)} items${unpricedItems > 0 ? `, ${formatCount(unpricedItems)} of them without a known price` : ''}`}
      />
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

function BalanceTile({ ctx, wallets }: { readonly ctx: TeamCtx; readonly wallets: readonly WalletView[] }) {
  const read = wallets.filter(({ expectedMicro }) => expectedMicro !== null)
  const balance = read.reduce((sum, { expectedMicro }) => sum + (expectedMicro ?? 0n), 0n)
  const [oldest] = read
    .flatMap((wallet) => wallet.balance?.at ?? [])
    .sort((a, b) => a.getTime() - b.getTime())
  if (!oldest) return <StatTile label="Balance" value="Unknown" hint="Add a key to read it" />
  return (
    <StatTile
      label="Balance expected now"
      value={`${formatCreditsCompact(balance)} credits`}
      exact={`${formatCredits(balance)} credits`}
      hint={
        <>
          Read as of <RelativeTime at={oldest} now={ctx.clock.now()} timeZone={ctx.team.timeZone} />, less
          what was settled since
        </>
      }
    />
  )
}

export async function SpendCard({ ctx, range, title }: CardProps) {
  const report = await reportOf(ctx, range)
  const description = `By ${report.step}, in ${ctx.team.timeZone}`
  return (
    <Card title={title} description={description}>
      <SpendView
        name={title}
        report={report}
        hrefs={bucketLinks(ctx.team.slug, report, range.environmentId)}
      />
    </Card>
  )
}

export async function SpendByEnvironmentCard({ ctx, range, title }: CardProps) {
  const { series } = await reportOf(ctx, range)
  return (
    <Card title={title}>
      {series.length === 0 ? (
        <EmptyState title="Nothing was spent in this range" />
      ) : (
        <>
          <BreakdownBars name={title} rows={breakdownOf(series)} />
          <BreakdownTable by="environment" series={series} />
        </>
      )}
    </Card>
  )
}

export async function LatestRunsCard({ ctx, title }: CardProps) {
  const runs = await listRuns(ctx, { most: 8 })
  return (
    <Card title={title}>
      <RunTable team={ctx.team.slug} runs={runs} now={ctx.clock.now()} timeZone={ctx.team.timeZone} />
    </Card>
  )
}
