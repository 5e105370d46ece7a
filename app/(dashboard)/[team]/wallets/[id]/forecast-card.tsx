import { teamProvider } from '@/app/_server'
import { Card, EmptyState } from '@/components/ui'
import { describeRunOut, ForecastView } from '@/components/wallets'
import { shownForecast } from '@/lib/money/forecast'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import type { Provider } from '@/lib/upstream/client'
import { forecastAction } from './actions'
import { runOutOf } from './run-out-of'

interface ForecastCardProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
}

export async function ForecastCard({ ctx, wallet }: ForecastCardProps) {
  const [forecast, runOut, { provider }] = await Promise.all([
    shownForecast(ctx, wallet),
    runOutOf(ctx, wallet),
    teamProvider(ctx),
  ])
  return (
    <Card
      title="Forecast"
      description={
        forecast?.hasHistory &&
        'Computed from the spend of the last 90 days, the budgets that stop calls, and outside spend of the last 7 days. The chart above draws it.'
      }
    >
      {forecast === null || !runOut ? (
        <EmptyState title="The balance is not known" text={lackOf(provider, wallet)} />
      ) : (
        <ForecastView
          team={ctx.team.slug}
          walletId={wallet.id}
          text={describeRunOut(runOut, forecast, ctx.team.timeZone)}
          unit={provider.balanceUnit}
          timeZone={ctx.team.timeZone}
          hasForecast={forecast.hasHistory}
          ask={forecastAction}
        />
      )}
    </Card>
  )
}

/** Says what a forecast needs and does not have. */
function lackOf({ account, name }: Provider, { balance }: WalletView): string {
  if (account !== null && !balance?.isTyped)
    return 'Check a key of this wallet to read it again, and set prices or let them be inferred.'
  return balance === null
    ? `${name} tells no balance. An admin can enter it at the top of this page; a forecast begins with it.`
    : 'Something was bought without a known price since it was entered. Set prices, and enter it again.'
}
