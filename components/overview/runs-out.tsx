import { LinkTo, StateBadge } from '@/components/ui'
import { formatCredits, formatCreditsOnCard, plural, UNKNOWN_FIGURE } from '@/lib/kernel'
import type { WalletRunOut } from '@/lib/money/forecast'
import { Fact, Sub } from './fact'
import classes from './overview.module.css'
import { NO_DATE, runOutWords, type WalletAlert } from './run-out-words'

interface RunsOutProps {
  readonly team: string
  readonly timeZone: string
  readonly unit: string
  /** Wallets, first to run out first. */
  readonly wallets: readonly WalletRunOut[]
  /** Open alerts about them, by wallet. */
  readonly alerts: ReadonlyMap<string, WalletAlert>
}

const MAX = 3

/** Shows when each wallet runs out, with its balance and never a sum of balances. */
export function RunsOut({ team, timeZone, unit, wallets, alerts }: RunsOutProps) {
  const more = wallets.length - MAX
  return (
    <Fact label="Runs out" isWide>
      {wallets.length === 0 && <Sub>There is no wallet yet.</Sub>}
      <ul className={classes.list}>
        {wallets.slice(0, MAX).map((runOut) => {
          const { id, name, expectedNano } = runOut.wallet
          const { tone, state, when, left, likely } = runOutWords(runOut, timeZone, alerts.get(id))
          const balance = expectedNano === null ? UNKNOWN_FIGURE : formatCreditsOnCard(expectedNano)
          // The known figure is large: the date, or else the balance.
          const isAmountLarge = when === NO_DATE && expectedNano !== null
          return (
            <li key={id} className={classes.wallet}>
              <span className={classes.whose}>
                <span className={classes.walletName}>
                  <LinkTo href={`/${team}/wallets/${id}`}>{name}</LinkTo>{' '}
                  <StateBadge tone={tone}>{state}</StateBadge>
                </span>{' '}
                <span
                  className={classes.balance}
                  title={expectedNano === null ? undefined : formatCredits(expectedNano)}
                >
                  {isAmountLarge ? <b>{balance}</b> : balance} <small>{unit}</small>
                </span>
              </span>{' '}
              <span className={classes.when}>
                {!isAmountLarge && <b>{when}</b>}
                {left && ` · ${left}`}
                {/* The state already says why it is not known. */}
                {isAmountLarge ? (
                  <small>Run-out date: {tone === 'quiet' ? 'not known yet' : likely}</small>
                ) : (
                  tone !== 'quiet' && <small>{likely}</small>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {more > 0 && (
        <LinkTo href={`/${team}/wallets`} size="sm">
          {plural(more, 'more wallet')}
        </LinkTo>
      )}
    </Fact>
  )
}
