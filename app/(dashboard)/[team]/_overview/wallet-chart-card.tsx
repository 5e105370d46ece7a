import type { PageRange } from '@/app/_server'
import { Card, Choices, EmptyState } from '@/components/ui'
import type { TeamCtx } from '@/lib/platform/db'
import { FirstStep } from '../first-step'
import { addressWith } from './address'
import { runOuts } from './reads'
import { WalletChartView } from './wallet-chart-view'

interface WalletChartCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  /** The wallet to show; null for the one that runs out first. */
  readonly walletId: string | null
}

/** Maximum number of wallets to choose from here; the wallets page lists them all. */
const MAX_TABS = 6

/** Shows one wallet's chart. The others are one click away, the first to run out first. */
export async function WalletChartCard({ ctx, range, walletId }: WalletChartCardProps) {
  const wallets = (await runOuts(ctx)).map(({ wallet }) => wallet)
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
              href: addressWith(ctx.team.slug, range, { wallet: id }),
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
