import type { ReactNode } from 'react'
import { AppLink, FigureChange, type Tone, ToneIcon } from '@/components/ui'
import {
  formatCount,
  formatCredits,
  formatCreditsInTable,
  formatCreditsOnCard,
  formatDay,
  formatPercent,
  formatPlural,
  formatShare,
  formatTime,
  inMoney,
  type Nano,
  toCredits,
  withMoney,
} from '@/lib/kernel'
import type { BoughtAgain, BudgetProjection, DailySpend } from '@/lib/money/usage'
import { Fact, FactNote, Figure } from './fact'
import classes from './overview.module.css'

/** The total cost of a range. */
export interface SpentTotal {
  readonly nano: Nano
  readonly beforeNano: Nano
  readonly items: number
  readonly newItems: number
  readonly unpricedItems: number
  readonly again: BoughtAgain
  /** The part that searches bought, for which it is known what is new. */
  readonly searched: { readonly items: number; readonly nano: Nano }
}

interface SpentProps {
  readonly spent: SpentTotal
  /** Period compared with, such as "the 7 days before". */
  readonly before: string
  readonly unit: string
  /** Line that says whether the month's spend is within its budget; apart, since the range may be another. */
  readonly verdict?: ReactNode
  /** Lines about the daily spend and the month's forecast. */
  readonly children?: ReactNode
}

/** Shows what was spent, and how that changed. More is not good. */
export function SpentFact({ spent, before, unit, verdict, children }: SpentProps) {
  const { nano, beforeNano, items, newItems, unpricedItems, searched } = spent
  const money = inMoney(nano)
  const perNewItem = newItems > 0 ? searched.nano / BigInt(newItems) : null
  return (
    <Fact label="Spent" unit={unit}>
      <Figure exact={`${formatCredits(nano)} ${unit}`}>{inCredits(nano)}</Figure>
      <FactNote>
        {money && `${money} · `}
        {beforeNano === 0n ? (
          `Nothing in ${before}`
        ) : (
          <>
            <FigureChange now={toCredits(nano)} before={toCredits(beforeNano)} /> from{' '}
            <span title={`Until the same time of ${before}`}>{inCredits(beforeNano)}</span>
          </>
        )}
      </FactNote>
      <FactNote>
        {items === 0 ? 'No items' : formatPlural(items, 'item')}
        {perNewItem !== null && (
          <>
            {hasOthers(spent) ? ' · searches: ' : ' · '}
            <b>{formatCreditsInTable(perNewItem)}</b> per new item
          </>
        )}
      </FactNote>
      {unpricedItems > 0 && <FactNote>{formatCount(unpricedItems)} items without a known price</FactNote>}
      {verdict && (
        <div className={classes.month}>
          {verdict}
          {children}
        </div>
      )}
    </Fact>
  )
}

/**
 * Returns whether something other than searches also bought: services and tests, whose items are compared with
 * nothing.
 */
const hasOthers = ({ items, searched }: SpentTotal): boolean => items > searched.items

interface DailySpendLinesProps {
  readonly team: string
  readonly daily: DailySpend
  /** Month, such as "Nov". */
  readonly month: string
  readonly now: Date
}

/** Returns whether the month's total can be forecast: the first day's spend says nothing, only whole days do. */
const isForecastKnown = ({ perDayNano, monthNano }: DailySpend): boolean =>
  perDayNano > 0n || monthNano === 0n

interface BudgetVerdictProps extends Pick<DailySpendLinesProps, 'team' | 'daily' | 'month'> {
  readonly isAdmin: boolean
}

/** Says in one line whether the month's spend is within the team's monthly budget. */
export function BudgetVerdict({ team, daily, month, isAdmin }: BudgetVerdictProps) {
  if (!daily.ofMonth)
    return (
      <div className={classes.verdict}>
        <span>
          No monthly budget
          {isAdmin && (
            <>
              {' · '}
              <AppLink href={`/${team}/budgets#new`} size="inherit">
                Set one
              </AppLink>
            </>
          )}
        </span>
      </div>
    )
  const { tone, words } = verdictOf(daily, daily.ofMonth, month)
  return (
    <div className={classes.verdict} data-tone={tone}>
      <ToneIcon tone={tone} />
      <AppLink href={`/${team}/budgets#${daily.ofMonth.id}`} size="inherit">
        {words}
      </AppLink>
    </div>
  )
}

/** Writes an amount without its fraction, if that says nothing beside the rest. */
const inFew = (amount: Nano, least = 1000, format = formatCreditsOnCard): string => {
  const credits = toCredits(amount)
  return credits < least ? format(amount) : formatCount(Math.round(credits))
}

/** Writes an amount to be read beside others: to the credit, from ten thousand on without its fraction. */
const inCredits = (amount: Nano): string => inFew(amount, 10_000, formatCreditsInTable)

function verdictOf(
  daily: DailySpend,
  { settled, effectiveAmount, stops, isStopped }: NonNullable<DailySpend['ofMonth']>,
  month: string,
): { readonly tone: Tone; readonly words: string } {
  const { monthNano } = daily
  const amount = inFew(effectiveAmount)
  const spent = `${inFew(settled)} of ${amount} spent`
  if (isStopped) return { tone: 'bad', words: `${month}: budget reached, calls blocked, ${spent}` }
  if (settled > effectiveAmount) return { tone: 'bad', words: `${month}: over budget, ${spent}` }
  if (!isForecastKnown(daily)) return { tone: 'good', words: `${month}: within budget, ${spent}` }
  if (monthNano <= effectiveAmount)
    return {
      tone: 'good',
      words: `${month}: within budget, forecast ${inFew(monthNano, 1000, formatCreditsInTable)} of ${amount}`,
    }
  if (stops)
    return { tone: 'warn', words: `${month}: on course to reach the budget of ${amount}, which blocks calls` }
  const over = Number(((monthNano - effectiveAmount) * 100n) / (effectiveAmount || 1n))
  return {
    tone: 'warn',
    words: `${month}: on course to exceed the budget by ${over < 1 ? '<1%' : formatPercent(over)}`,
  }
}

/** Shows what a day costs, the month's total at this pace, and the other budget that this matters to most. */
export function DailySpendLines({ team, daily, month, now }: DailySpendLinesProps) {
  const { perDayNano, monthNano, ofMonth, passed } = daily
  // Leaves out budgets that block calls already: they are among the alerts.
  const [worst] = passed.filter(({ id, isStopped }) => id !== ofMonth?.id && !isStopped)
  if (!isForecastKnown(daily)) return <FactNote>The daily spend is known after one full day.</FactNote>
  return (
    <>
      <FactNote>
        <b title="The mean of up to 28 whole days">{inCredits(perDayNano)}</b> a day · {month} forecast:{' '}
        <b>{withMoney(inFew(monthNano, 1000, formatCreditsInTable), monthNano)}</b>
      </FactNote>
      {worst && (
        <FactNote>
          <AppLink href={`/${team}/budgets#${worst.id}`} size="inherit">
            {worst.name}
          </AppLink>
          : <span data-tone="bad">{budgetWords(worst, { now })}</span>
        </FactNote>
      )}
    </>
  )
}

/** A caller and what it spent. */
export interface Spender {
  readonly key: string
  readonly name: string
  /** Link to its usage; null if it cannot be told apart. */
  readonly href: string | null
  readonly nano: Nano
}

interface SpendersFactProps {
  readonly spenders: readonly Spender[]
  /** The spend of all callers, of which each bar is a share. */
  readonly totalNano: Nano
  readonly unit: string
  /** Link to the spend of all callers. */
  readonly href: string
}

const MAX_SPENDERS = 3

/** Shows who spends most: members, tokens and services, each with a share of all spend. */
export function SpendersFact({ spenders, totalNano, unit, href }: SpendersFactProps) {
  const more = spenders.length - MAX_SPENDERS
  return (
    <Fact label="Who spends" unit={unit}>
      {spenders.length === 0 && <FactNote>Nobody in this range.</FactNote>}
      <ul className={classes.list}>
        {spenders.slice(0, MAX_SPENDERS).map(({ key, name, href, nano }) => (
          <li key={key} className={classes.spender}>
            {href ? (
              <AppLink href={href} size="inherit">
                {name}
              </AppLink>
            ) : (
              <span>{name}</span>
            )}
            <span title={formatShare(shareOf(nano, totalNano))}>{inCredits(nano)}</span>
            <progress aria-hidden max={1} value={shareOf(nano, totalNano)} />
          </li>
        ))}
      </ul>
      {more > 0 && <AppLink href={href}>{formatCount(more)} more</AppLink>}
    </Fact>
  )
}

const shareOf = (part: Nano, whole: Nano): number =>
  whole === 0n ? 0 : Number((part * 10_000n) / whole) / 10_000

interface AgainFactProps {
  readonly spent: SpentTotal
  readonly unit: string
  /** Search and member that bought most again, with a link to the remedy. */
  readonly search: { readonly name: string; readonly href: string | null; readonly nano: Nano } | null
  readonly member: { readonly name: string; readonly nano: Nano } | null
}

/** Shows what was bought that had been bought earlier, where most of it comes from, and what to do. */
export function RepurchaseFact({ spent, unit, search, member }: AgainFactProps) {
  const { again, nano } = spent
  const money = inMoney(again.nano)
  return (
    <Fact label="Bought again" unit={unit}>
      <Figure exact={`About ${formatCredits(again.nano)} ${unit} for ${formatCount(again.items)} items`}>
        {inCredits(again.nano)}
      </Figure>
      <FactNote>
        <span {...(hasOthers(spent) && { title: 'Items that services buy are not compared.' })}>
          {again.items === 0
            ? 'No search bought an item twice.'
            : `${money ? `${money} · ` : ''}${formatShare(shareOf(again.nano, nano))} of spend · ${formatPlural(again.items, 'item')}`}
        </span>
      </FactNote>
      {search && (
        <FactNote>
          Top search: <b>{search.name}</b>, {inCredits(search.nano)}
        </FactNote>
      )}
      {member && (
        <FactNote>
          Top member: {member.name}, {inCredits(member.nano)}
        </FactNote>
      )}
      {search?.href && <AppLink href={search.href}>Stop it at known items</AppLink>}
    </Fact>
  )
}

const OF_HOURS: ReadonlySet<BudgetProjection['period']> = new Set(['hour', 'day'])

/**
 * Says what becomes of a budget that will not hold. One that stops never passes its amount, so it says when it stops.
 */
function budgetWords(
  { spentAt, comesTo, effectiveAmount, period }: BudgetProjection,
  { now }: { readonly now: Date },
): string {
  if (spentAt && spentAt <= now) return 'budget reached, the next call is blocked'
  if (spentAt)
    return `blocks calls ${OF_HOURS.has(period) ? `at about ${formatTime(spentAt)}` : `about ${formatDay(spentAt)}`} at the current pace`
  const share = Number((comesTo * 100n) / (effectiveAmount > 0n ? effectiveAmount : 1n))
  return `${formatPercent(share)} of the budget${period === 'total' ? '' : ` by the end of the ${period}`}`
}
