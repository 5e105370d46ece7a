import { AppLink, StateBadge } from '@/components/ui'
import {
  formatCredits,
  formatCreditsInTable,
  formatCreditsOnCard,
  formatDay,
  formatPlural,
  formatShortDay,
  UNKNOWN_FIGURE,
  withMoney,
} from '@/lib/kernel'
import type { WalletRunOut } from '@/lib/money/forecast'
import { Fact, FactNote } from './fact'
import classes from './overview.module.css'

interface RunsOutProps {
  readonly team: string
  readonly unit: string
  /** Wallets, first to run out first. */
  readonly wallets: readonly WalletRunOut[]
  /** Open alerts about them, by wallet. */
  readonly alerts: ReadonlyMap<string, WalletAlert>
}

const MAX = 3

/** Shows when each wallet runs out, with its balance and never a sum of balances. */
export function RunOutList({ team, unit, wallets, alerts }: RunsOutProps) {
  const more = wallets.length - MAX
  return (
    <Fact label={more > 0 ? 'Runs out first' : 'Runs out'} isWide>
      {wallets.length === 0 && <FactNote>There is no wallet yet.</FactNote>}
      <ul className={classes.list}>
        {wallets.slice(0, MAX).map((runOut) => {
          const { id, name, expectedNano } = runOut.wallet
          const { tone, state, when, left, likely } = describeRunOutBriefly(runOut, alerts.get(id))
          const balance = expectedNano === null ? UNKNOWN_FIGURE : formatCreditsOnCard(expectedNano)
          // The known figure is large: the date, or else the balance.
          const isAmountLarge = when === NO_DATE && expectedNano !== null
          return (
            <li key={id} className={classes.wallet}>
              <span className={classes.whose}>
                <span className={classes.walletName}>
                  <AppLink size="md" href={`/${team}/wallets/${id}`}>
                    {name}
                  </AppLink>{' '}
                  <StateBadge tone={tone}>{state}</StateBadge>
                </span>{' '}
                <span
                  className={classes.balance}
                  title={expectedNano === null ? undefined : formatCredits(expectedNano)}
                >
                  {isAmountLarge ? <b>{balance}</b> : balance}{' '}
                  <small>{expectedNano === null ? unit : withMoney(unit, expectedNano, id)}</small>
                </span>
              </span>{' '}
              <span className={classes.when}>
                {!isAmountLarge && <b data-far={tone === 'good' && left === ''}>{when}</b>}
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
      {more > 0 && <AppLink href={`/${team}/wallets`}>{formatPlural(more, 'more wallet')}</AppLink>}
    </Fact>
  )
}

/** Words that say when a wallet is empty. */
export interface RunOutText {
  /** bad: within a week · warn: within a month · good: later · quiet: not known. */
  readonly tone: 'bad' | 'warn' | 'good' | 'quiet'
  /** The state in a word or two; if it is not known, the reason. */
  readonly state: string
  /** Date, such as "12 Dec". */
  readonly when: string
  /** Time left, such as "11 days"; empty if it is not stated. */
  readonly left: string
  /** Certainty of the date. */
  readonly likely: string
}

const BAD_DAYS = 7
const WARN_DAYS = 30
const A_YEAR_DAYS = 365

const TONE_WORDS = { bad: 'Top up now', warn: 'Top up soon', good: 'OK' } as const

/** Placeholder for an unknown date. */
const NO_DATE = 'Not known yet'

/** An open alert about a wallet. */
export type WalletAlert = 'low_balance' | 'run_out'

const ALERT_WORDS: Readonly<Record<WalletAlert, string>> = {
  low_balance: 'Low balance',
  run_out: 'Top up now',
}

/** Says when a wallet is empty. While an alert about it is open, its state is no better than the alert's. */
export function describeRunOutBriefly(runOut: WalletRunOut, alert: WalletAlert | null = null): RunOutText {
  const words = wordsOf(runOut)
  const state = words.tone === 'quiet' ? QUIET_WORDS[runOut.by.kind] : TONE_WORDS[words.tone]
  if (alert === null || words.tone === 'bad') return { ...words, state: state ?? words.when }
  return { ...words, tone: 'bad', state: ALERT_WORDS[alert] }
}

const QUIET_WORDS: Partial<Record<WalletRunOut['by']['kind'], string>> = {
  unknown: 'No balance read',
  first_day: 'First day of spend',
}

function wordsOf({ by, daysLeft, perDayNano }: WalletRunOut): Omit<RunOutText, 'state'> {
  const left = daysLeft === null ? '' : daysLeft === 0 ? 'today' : formatPlural(daysLeft, 'day')
  const spend = `at ${formatCreditsInTable(perDayNano)} a day`
  if (by.kind === 'unknown') return { tone: 'quiet', when: NO_DATE, left: '', likely: 'No balance was read.' }
  if (by.kind === 'idle')
    return { tone: 'good', when: 'Not in sight', left: '', likely: 'Nothing was spent in 28 days.' }
  if (by.kind === 'first_day')
    return {
      tone: 'quiet',
      when: NO_DATE,
      left: '',
      likely: 'known after one full day of spend',
    }
  if (by.kind === 'daily_spend') {
    const isFar = (daysLeft ?? 0) > A_YEAR_DAYS
    return {
      tone: toneOf(daysLeft),
      when: isFar ? `After ${by.at.getUTCFullYear() - 1}` : formatShortDay(by.at),
      left: isFar ? '' : left,
      likely: spend,
    }
  }
  const { p10, p50, p90 } = by.band
  if (p10 === null) return { tone: 'good', when: 'Over 120 days', left: '', likely: spend }
  const day = (at: Date) => formatShortDay(at)
  if (daysLeft === 0 && p90 !== null && p90.getTime() === p10.getTime())
    return { tone: 'bad', when: 'Empty', left: '', likely: 'Calls are refused.' }
  return {
    tone: toneOf(daysLeft),
    when: p50 === null ? `After ${formatDay(p10)}` : day(p50),
    left,
    likely: p90 === null ? `likely after ${day(p10)}` : `likely ${day(p10)} – ${day(p90)}`,
  }
}

const toneOf = (daysLeft: number | null): RunOutText['tone'] => {
  if (daysLeft === null) return 'good'
  if (daysLeft <= BAD_DAYS) return 'bad'
  return daysLeft <= WARN_DAYS ? 'warn' : 'good'
}
