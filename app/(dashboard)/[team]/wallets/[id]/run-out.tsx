import { Group } from '@mantine/core'
import { cache } from 'react'
import { teamProvider } from '@/app/_server'
import { describeRunOutBriefly } from '@/components/overview'
import {
  AppLink,
  Card,
  CostInMoney,
  Credits,
  EmptyState,
  RelativeTime,
  StatStrip,
  StatTile,
} from '@/components/ui'
import { describeRunOut, ForecastView, WalletState } from '@/components/wallets'
import { formatCreditsInTable, hasRole, isCurrencyUnit } from '@/lib/kernel'
import { listRunOuts, readCachedForecast } from '@/lib/money/forecast'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import type { Provider } from '@/lib/upstream/client'
import { readWalletAlerts } from '../../_overview/reads'
import { forecastAction } from './actions'

interface AnswerStripProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
}

/** Shows the wallet's state, in the words of the list of wallets; if it runs out, admins can enter a top-up. */
export async function CurrentWalletState({ ctx, wallet }: AnswerStripProps) {
  const [runOut, alerts, { provider }] = await Promise.all([
    runOutOf(ctx, wallet),
    readWalletAlerts(ctx),
    teamProvider(ctx),
  ])
  if (!runOut) return null
  const words = describeRunOutBriefly(runOut, alerts.get(wallet.id))
  // Credits in a currency need no costs: the balance states their top-ups.
  const isLow = !isCurrencyUnit(provider.balanceUnit) && (words.tone === 'warn' || words.tone === 'bad')
  return (
    <Group component="span" gap="xs">
      <WalletState isPaused={wallet.isPaused} words={words} />
      {isLow && !wallet.isPaused && hasRole(ctx.actor.role, 'admin') && (
        <AppLink href={`/${ctx.team.slug}/settings/money#top-ups`}>Add top-up</AppLink>
      )}
    </Group>
  )
}

/** Shows when the wallet is empty, what it holds, and what it spends a day. */
export async function RunOutStrip({ ctx, wallet }: AnswerStripProps) {
  const [runOut, { provider }] = await Promise.all([runOutOf(ctx, wallet), teamProvider(ctx)])
  if (!runOut) return null
  const { when, left, likely } = describeRunOutBriefly(runOut)
  const { by, perDayNano } = runOut
  const { balance, expectedNano } = wallet
  const unit = provider.balanceUnit
  // The reading is shown only if it differs from what is left.
  const sinceNano = balance && expectedNano !== null ? balance.balanceNano - expectedNano : null
  const isDated = by.kind === 'band' && by.band.p10 !== null
  const isDaily = by.kind === 'band' || by.kind === 'daily_spend'
  return (
    <StatStrip width={150}>
      <StatTile
        label="Runs out"
        value={left ? `${when} · ${left.replaceAll(' ', '\u00a0')}` : when}
        hint={isDaily && !isDated ? null : likely}
      />
      <StatTile
        label={`Balance now (${unit})`}
        value={
          <>
            <Credits amount={expectedNano} />
            <CostInMoney amount={expectedNano} walletId={wallet.id} />
          </>
        }
        hint={
          balance ? (
            <>
              {expectedNano === null &&
                `Bought without a known price since: ${balance.isTyped ? 'enter it again' : 'check a key'}. `}
              {readWords(balance, sinceNano !== 0n)} <RelativeTime at={balance.at} now={ctx.clock.now()} />
              {sinceNano !== null &&
                sinceNano > 0n &&
                `, minus ${formatCreditsInTable(sinceNano)} spent since`}
              {isDaily && `; daily spend ${formatCreditsInTable(perDayNano)}`}
            </>
          ) : (
            lackOf(provider, wallet)
          )
        }
      />
    </StatStrip>
  )
}

function readWords({ balanceNano, isTyped }: NonNullable<WalletView['balance']>, isOther: boolean): string {
  const amount = isOther ? `${formatCreditsInTable(balanceNano)} ` : ''
  const words = isTyped ? 'entered by you' : 'read'
  return isOther ? amount + words : words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Returns the reason why no balance is shown. */
const lackOf = ({ account, name }: Provider, { keyCount }: WalletView): string =>
  account === null
    ? `${name} does not report a balance`
    : keyCount === 0
      ? 'Add a key to read it'
      : 'Check a key to read it'

interface ForecastCardProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
}

export async function ForecastCard({ ctx, wallet }: ForecastCardProps) {
  const [forecast, runOut, { provider }] = await Promise.all([
    readCachedForecast(ctx, wallet),
    runOutOf(ctx, wallet),
    teamProvider(ctx),
  ])
  return (
    <Card
      title="Forecast"
      description={
        forecast?.hasHistory &&
        'Computed from the spend of the last 90 days, the budgets that stop calls, and outside spend of the last 7 days. Shown in the chart above.'
      }
    >
      {forecast === null || !runOut ? (
        <EmptyState title="The balance is not known" text={forecastLackOf(provider, wallet)} />
      ) : (
        <ForecastView
          team={ctx.team.slug}
          walletId={wallet.id}
          text={describeRunOut(runOut, forecast)}
          unit={provider.balanceUnit}
          hasForecast={forecast.hasHistory}
          perDayNano={runOut.perDayNano}
          ask={forecastAction}
        />
      )}
    </Card>
  )
}

/** Says what a forecast still needs. */
function forecastLackOf({ account, name }: Provider, { balance }: WalletView): string {
  if (account !== null && !balance?.isTyped)
    return 'Check a key of this wallet to read it again, and set prices or let them be inferred.'
  return balance === null
    ? `${name} does not report a balance. An admin can enter it at the top of this page; a forecast begins with it.`
    : 'Something was bought without a known price since it was entered. Set prices, and enter it again.'
}

/** Reads when the wallet runs out, once for all parts that show it, so that no two of them differ. */
const runOutOf = cache(async (ctx: TeamCtx, wallet: WalletView) => {
  const [runOut] = await listRunOuts(ctx, [wallet])
  return runOut ?? null
})
