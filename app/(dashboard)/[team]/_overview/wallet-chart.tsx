import { type PageRange, teamProvider } from '@/app/_server'
import { WalletChart, type WalletData } from '@/components/charts'
import { PickField } from '@/components/lists'
import { Card, EmptyState, LinkTabs } from '@/components/ui'
import { formatCredits, type Nano, toCredits } from '@/lib/kernel'
import { type WalletChart as ChartView, getWalletChart } from '@/lib/money/usage'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { providerPrices } from '@/lib/upstream/providers'
import { FirstStep } from '../next-steps'
import { describePreviousRange, readRunOuts } from './reads'
import { overviewHref } from './went'

interface WalletChartCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  /** The wallet to show; null for the one that runs out first. */
  readonly walletId: string | null
}

/** Maximum number of wallets to choose from by tabs; more are a list. */
const MAX_TABS = 4

/** Shows one wallet's chart. The others are one click away, soonest to run out first. */
export async function WalletChartCard({ ctx, range, walletId }: WalletChartCardProps) {
  const wallets = (await readRunOuts(ctx)).map(({ wallet }) => wallet)
  const [first] = wallets
  const shown = wallets.find(({ id }) => id === walletId) ?? first
  const tabs = wallets.map(({ id, name }) => ({
    label: name,
    href: overviewHref(ctx.team.slug, range, { wallet: id }),
    isCurrent: id === shown?.id,
  }))
  const choice =
    first && wallets.length > MAX_TABS ? (
      <PickField
        parameter="wallet"
        label="Wallet"
        isLabelHidden
        value={shown?.id ?? null}
        usual={first.id}
        data={wallets.map(({ id, name }) => ({ value: id, label: name }))}
        w={220}
        size="xs"
      />
    ) : (
      wallets.length > 1 && <LinkTabs areSegments label="Wallet" tabs={tabs} />
    )
  return (
    <Card title="Balance and spend" actions={choice}>
      {shown && (shown.keyCount > 0 || shown.balance) ? (
        <WalletChartView key={shown.id} ctx={ctx} range={range} wallet={shown} />
      ) : (
        <EmptyState
          title="There is no balance yet"
          text="A wallet’s balance appears here once it has a key."
          action={<FirstStep ctx={ctx} />}
        />
      )}
    </Card>
  )
}

interface WalletChartViewProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly wallet: WalletView
}

/** Draws a wallet's balance, forecast and spend on one time axis. */
export async function WalletChartView({ ctx, range, wallet }: WalletChartViewProps) {
  const named = (id: string) => range.environments.find((environment) => environment.id === id)
  const nameOf = (id: string) => ({
    label: named(id)?.name ?? 'A former environment',
    color: named(id)?.color ?? null,
  })
  const prices = providerPrices((await teamProvider(ctx)).provider)
  const chart = await getWalletChart(ctx, wallet, range.range, nameOf, prices)
  return (
    <WalletChart
      name={`Balance and spend of ${wallet.name}`}
      data={walletData(chart, capitalised(describePreviousRange(range)))}
    />
  )
}

const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

const creditsOrNull = (nano: Nano | null): number | null => (nano === null ? null : toCredits(nano))
const textOf = (nano: Nano | null): string => (nano === null ? 'not known' : formatCredits(nano))

/** Converts a wallet's chart for drawing: credits as numbers for lengths, and exact texts for reading. */
function walletData(
  { buckets, balance, first, series, beforeNano, forecast, runOut, marks, nowMs, nowNano, step }: ChartView,
  beforeLabel: string,
): WalletData {
  const spent = buckets.map((_, index) =>
    series.reduce((sum, { chargeNano }) => sum + (chargeNano[index] ?? 0n), 0n),
  )
  return {
    beforeLabel,
    nowMs,
    step,
    past: buckets.map(({ title, fromMs, toMs }, index) => ({
      title,
      fromMs,
      toMs,
      balance: creditsOrNull(balance[index] ?? null),
      balanceText: textOf(toMs > nowMs && nowNano !== null ? nowNano : (balance[index] ?? null)),
      spent: toCredits(spent[index] ?? 0n),
      spentText: formatCredits(spent[index] ?? 0n),
      beforeText: formatCredits(beforeNano[index] ?? 0n),
    })),
    first: first && { atMs: first.atMs, balance: toCredits(first.nano) },
    series: series.map(({ key, label, color, chargeNano }) => ({
      key,
      label,
      color,
      values: chargeNano.map(toCredits),
      texts: chargeNano.map((charge) => formatCredits(charge)),
    })),
    before: beforeNano.map(toCredits),
    now: creditsOrNull(nowNano),
    coming: forecast.map(({ atMs, p10, p50, p90 }) => ({
      atMs,
      low: toCredits(p10),
      middle: toCredits(p50),
      high: toCredits(p90),
    })),
    empty: runOut && {
      low: runOut.p10?.getTime() ?? null,
      middle: runOut.p50?.getTime() ?? null,
      high: runOut.p90?.getTime() ?? null,
    },
    marks: marks.map(({ kind, atMs, text, nano }) => ({ kind, atMs, text, nano })),
  }
}
