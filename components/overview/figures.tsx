import { Change, LinkTo } from '@/components/ui'
import {
  formatCompact,
  formatCount,
  formatCredits,
  formatCreditsCompact,
  formatCreditsInTable,
  formatCreditsOnCard,
  formatDay,
  formatPercent,
  formatShare,
  formatTime,
  type Nano,
  plural,
  toCredits,
  UNKNOWN_FIGURE,
} from '@/lib/kernel'
import type { BoughtAgain, BudgetAhead, DailySpend } from '@/lib/money/usage'
import { Fact, Figure, Sub } from './fact'

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
}

/** Shows what was spent, and how that changed. More is not good. */
export function Spent({ spent, before, unit }: SpentProps) {
  const { nano, beforeNano, newItems, unpricedItems, searched } = spent
  return (
    <Fact label="Spent" unit={unit}>
      <Figure exact={`${formatCredits(nano)} ${unit}`}>{formatCreditsCompact(nano)}</Figure>
      <Sub>
        {beforeNano === 0n ? (
          `Nothing in ${before}`
        ) : (
          <>
            <Change now={toCredits(nano)} before={toCredits(beforeNano)} /> from{' '}
            <span title={`Until the same time of ${before}`}>{formatCreditsInTable(beforeNano)}</span>
          </>
        )}
      </Sub>
      {itemWords(spent).map((words) => (
        <Sub key={words}>{words}</Sub>
      ))}
      {newItems > 0 && (
        <Sub>
          <b>{formatCreditsInTable(searched.nano / BigInt(newItems))}</b> {unit} per new item
        </Sub>
      )}
      {unpricedItems > 0 && <Sub>{formatCount(unpricedItems)} items without a known price</Sub>}
    </Fact>
  )
}

/**
 * Returns whether something other than searches also bought: services and tests, whose items are compared with
 * nothing.
 */
const hasOthers = ({ items, searched }: SpentTotal): boolean => items > searched.items

/** Describes all items by what is known of them: the parts add up. */
function itemWords(spent: SpentTotal): string[] {
  const { items, newItems, again, searched } = spent
  if (items === 0) return ['No items']
  const others = hasOthers(spent)
    ? [`Services and provider tests: ${plural(items - searched.items, 'item')}`]
    : []
  if (searched.items === 0) return others
  const parts = [
    `${formatCompact(newItems)} new`,
    ...(again.items > 0 ? [`${formatCompact(again.items)} bought again`] : []),
  ]
  const bought = again.items > 0 || newItems < searched.items ? parts.join(', ') : 'all new'
  return [...others, `Searches: ${plural(searched.items, 'item')}, ${bought}`]
}

interface DailySpendFactProps {
  readonly team: string
  readonly daily: DailySpend
  /** Month, such as "Nov". */
  readonly month: string
  readonly unit: string
  readonly now: Date
  readonly timeZone: string
}

/** Shows what a day costs, and what that comes to. */
export function DailySpendFact({ team, daily, month, unit, now, timeZone }: DailySpendFactProps) {
  const { perDayNano, monthNano, ofMonth, passed, hasBudgets } = daily
  const [worst] = passed.filter(({ id }) => id !== ofMonth?.id)
  // The first day's spend says nothing; only whole days do.
  const isKnown = perDayNano > 0n || monthNano === 0n
  const isOver = ofMonth !== null && monthNano > ofMonth.effectiveAmount
  return (
    <Fact label="Daily spend" unit={unit}>
      {isKnown ? (
        <Figure exact={`${formatCredits(perDayNano)} ${unit} a day: the mean of up to 28 whole days`}>
          {formatCreditsCompact(perDayNano)}
        </Figure>
      ) : (
        <Figure exact="No whole day of spend yet">{UNKNOWN_FIGURE}</Figure>
      )}
      {isKnown ? (
        <Sub>
          {month} {isOver && ofMonth.stops ? 'would come' : 'comes'} to{' '}
          <b>{formatCreditsCompact(monthNano)}</b>
          {ofMonth && (
            <span {...(isOver && { 'data-tone': 'bad' })}>
              {' '}
              of {formatCreditsOnCard(ofMonth.effectiveAmount)}
              {isOver && (ofMonth.stops ? ' (stops there)' : ' (over)')}
            </span>
          )}
        </Sub>
      ) : (
        <Sub>Known after one whole day of spend.</Sub>
      )}
      {worst && (
        <Sub>
          <LinkTo href={`/${team}/budgets#${worst.id}`} size="inherit">
            {worst.name}
          </LinkTo>{' '}
          <span data-tone="bad">{budgetWords(worst, { now, timeZone })}</span>
        </Sub>
      )}
      {!hasBudgets && (
        <Sub>
          There is{' '}
          <LinkTo href={`/${team}/budgets`} size="inherit">
            no budget
          </LinkTo>{' '}
          yet.
        </Sub>
      )}
      {hasBudgets && isKnown && !worst && !ofMonth && <Sub>At this spend no budget is passed.</Sub>}
    </Fact>
  )
}

interface AgainFactProps {
  readonly spent: SpentTotal
  readonly unit: string
  /** Search and member that bought most again, with a link to the remedy. */
  readonly search: { readonly name: string; readonly href: string | null; readonly nano: Nano } | null
  readonly member: { readonly name: string; readonly nano: Nano } | null
}

/** Shows what was bought that had been bought earlier, where most of it comes from, and what to do. */
export function AgainFact({ spent, unit, search, member }: AgainFactProps) {
  const { again, nano } = spent
  const share = nano === 0n ? 0 : Number((again.nano * 10_000n) / nano) / 10_000
  return (
    <Fact label="Bought again" unit={unit}>
      <Figure exact={`About ${formatCredits(again.nano)} ${unit} for ${formatCount(again.items)} items`}>
        {formatCreditsCompact(again.nano)}
      </Figure>
      <Sub>
        {again.items === 0
          ? 'No search bought an item twice.'
          : `${formatCompact(again.items)} items within a search, ${formatShare(share)} of spend`}
        {hasOthers(spent) && ' Items that services buy are not compared.'}
      </Sub>
      {search && (
        <Sub>
          Most by <b>{search.name}</b>
          {member && (
            <>
              ; by caller: <b>{member.name}</b>
            </>
          )}
        </Sub>
      )}
      {search?.href && (
        <Sub>
          <LinkTo href={search.href} size="inherit">
            Stop it where nothing is new
          </LinkTo>
        </Sub>
      )}
    </Fact>
  )
}

const OF_HOURS: ReadonlySet<BudgetAhead['period']> = new Set(['hour', 'day'])

/**
 * Says what becomes of a budget that will not hold. One that stops never passes its amount, so it says when it stops.
 */
function budgetWords(
  { isStopped, spentAt, comesTo, effectiveAmount, period }: BudgetAhead,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): string {
  if (isStopped) return 'stops calls'
  if (spentAt && spentAt <= now) return 'is spent, so it stops the next call'
  if (spentAt)
    return `stops calls ${OF_HOURS.has(period) ? `at about ${formatTime(spentAt, timeZone)}` : `about ${formatDay(spentAt, timeZone)}`} if this goes on`
  const share = Number((comesTo * 100n) / (effectiveAmount > 0n ? effectiveAmount : 1n))
  return `comes to ${formatPercent(share)}${period === 'total' ? '' : ` by its ${period}’s end`}`
}
