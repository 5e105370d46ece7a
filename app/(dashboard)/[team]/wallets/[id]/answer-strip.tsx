import { teamProvider } from '@/app/_server'
import { runOutWords } from '@/components/overview'
import { Credits, RelativeTime, StatStrip, StatTile } from '@/components/ui'
import { WalletState } from '@/components/wallets'
import { formatCreditsInTable } from '@/lib/kernel'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import type { Provider } from '@/lib/upstream/client'
import { walletAlerts } from '../../_overview/reads'
import { runOutOf } from './run-out-of'

interface AnswerStripProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
}

/** Shows the wallet's state, in the words of the list of wallets. */
export async function StateOf({ ctx, wallet }: AnswerStripProps) {
  const [runOut, alerts] = await Promise.all([runOutOf(ctx, wallet), walletAlerts(ctx)])
  if (!runOut) return null
  const words = runOutWords(runOut, ctx.team.timeZone, alerts.get(wallet.id))
  return <WalletState isPaused={wallet.isPaused} words={words} />
}

/** Shows when the wallet is empty, what it holds, and what it spends a day. */
export async function AnswerStrip({ ctx, wallet }: AnswerStripProps) {
  const [runOut, { provider }] = await Promise.all([runOutOf(ctx, wallet), teamProvider(ctx)])
  if (!runOut) return null
  const { timeZone } = ctx.team
  const { when, left, likely } = runOutWords(runOut, timeZone)
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
        value={<Credits amount={expectedNano} />}
        hint={
          balance ? (
            <>
              {expectedNano === null &&
                `Bought without a known price since: ${balance.isTyped ? 'enter it again' : 'check a key'}. `}
              {readWords(balance, sinceNano !== 0n)}{' '}
              <RelativeTime at={balance.at} now={ctx.clock.now()} timeZone={timeZone} />
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
  const words = isTyped ? 'said by you' : 'read'
  return isOther ? amount + words : words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Returns the reason why no balance is shown. */
const lackOf = ({ account, name }: Provider, { keyCount }: WalletView): string =>
  account === null
    ? `${name} tells no balance`
    : keyCount === 0
      ? 'Add a key to read it'
      : 'Check a key to read it'
