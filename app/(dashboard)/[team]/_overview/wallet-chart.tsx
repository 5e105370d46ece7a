import { type PageRange, teamProvider } from '@/app/_server'
import { SpendChart, walletChartData } from '@/components/charts'
import { Card, Choices, EmptyState } from '@/components/ui'
import { getWalletChart } from '@/lib/money/usage'
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

/** Maximum number of wallets to choose from here; the wallets page lists them all. */
const MAX_TABS = 6

/** Shows one wallet's chart. The others are one click away, soonest to run out first. */
export async function WalletChartCard({ ctx, range, walletId }: WalletChartCardProps) {
  const wallets = (await readRunOuts(ctx)).map(({ wallet }) => wallet)
  const shown = wallets.find(({ id }) => id === walletId) ?? wallets[0]
  const first = wallets.slice(0, MAX_TABS)
  const tabs = shown && !first.includes(shown) ? [...first.slice(0, -1), shown] : first
  return (
    <Card
      title="Balance and spend"
      actions={
        tabs.length > 1 && (
          <Choices
            label="Wallet"
            choices={tabs.map(({ id, name }) => ({
              label: name,
              href: overviewHref(ctx.team.slug, range, { wallet: id }),
              isChosen: id === shown?.id,
            }))}
          />
        )
      }
    >
      {shown && (shown.keyCount > 0 || shown.balance) ? (
        <WalletChartView key={shown.id} ctx={ctx} range={range} wallet={shown} />
      ) : (
        <EmptyState
          title="There is no balance yet"
          text="A wallet’s balance is drawn here once it has a key."
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
    <SpendChart
      name={`Balance and spend of ${wallet.name}`}
      data={walletChartData(chart, range.timeZone, capitalised(describePreviousRange(range)))}
    />
  )
}

const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
