import { type PageRange, teamProvider } from '@/app/_server'
import { WalletChart } from '@/components/charts'
import { getWalletChart } from '@/lib/money/usage'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { providerPrices } from '@/lib/upstream/providers'
import { beforeWords } from './reads'
import { walletData } from './wallet-data'

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
      data={walletData(chart, range.timeZone, capitalised(beforeWords(range)))}
    />
  )
}

const capitalised = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
