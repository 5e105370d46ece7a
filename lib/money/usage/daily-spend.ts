import type { Nano } from '@/lib/kernel'
import { type BudgetView, listBudgets } from '@/lib/money/budgets'
import { meanOf, usualDays } from '@/lib/money/forecast'
import { sumSpend } from '@/lib/money/ledger'
import { DAY_MS, monthOf, quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** A budget, and what it comes to if it goes on like this. */
export interface BudgetAhead {
  readonly id: string
  readonly name: string
  readonly effectiveAmount: bigint
  readonly unit: BudgetView['unit']
  readonly period: BudgetView['period']
  /** What it will have spent when its period ends, if nothing stops it. */
  readonly comesTo: bigint
  /** When a budget that stops is spent, if that is before its period ends; null else. */
  readonly spentAt: Date | null
  readonly stops: boolean
  readonly isStopped: boolean
}

export interface DailySpend {
  /** What a day costs: the mean of the last whole days since the first spend, 28 at most. */
  readonly perDayNano: Nano
  /** What this month comes to by its end. */
  readonly monthNano: Nano
  /** Budgets that will not hold, or have stopped already; the furthest passed first. */
  readonly passed: readonly BudgetAhead[]
  readonly hasBudgets: boolean
  /** The team's budget of credits for a month; null without one. */
  readonly ofMonth: BudgetAhead | null
}

/** What spend comes to: a day, this month, and in each budget’s period. */
export async function readDailySpend(ctx: TeamCtx): Promise<DailySpend> {
  const now = ctx.clock.now()
  const { timeZone } = ctx.team
  const month = monthOf(now, timeZone)
  const days = usualDays(now, timeZone)
  const thisMonth = { from: quarterHourOf(month.startsAt), to: quarterHourOf(now) + 1 }
  const [sums, budgets] = await Promise.all([sumSpend(ctx, [...days, thisMonth], 'team'), listBudgets(ctx)])
  const perDay = new Array<Nano>(days.length).fill(0n)
  let spentNano = 0n
  for (const { bucket, chargeNano } of sums)
    if (bucket < days.length) perDay[bucket] = chargeNano
    else spentNano = chargeNano
  const perDayNano = meanOf(perDay)
  const restMs = Math.max(0, month.endsAt.getTime() - now.getTime())
  const ahead = budgets.map((budget) => aheadOf(budget, now))
  return {
    ...{ perDayNano, hasBudgets: budgets.length > 0 },
    monthNano: spentNano + (perDayNano * BigInt(restMs)) / BigInt(DAY_MS),
    passed: ahead
      .filter(({ comesTo, effectiveAmount, isStopped }) => isStopped || comesTo > effectiveAmount)
      .sort((a, b) => shareOf(b) - shareOf(a)),
    ofMonth: ahead.find((one, place) => isOfMonth(budgets[place]) && one.unit === 'credits') ?? null,
  }
}

const isOfMonth = (budget: BudgetView | undefined): boolean =>
  budget?.scope === 'team' && budget.period === 'month'

const shareOf = ({ comesTo, effectiveAmount }: BudgetAhead): number =>
  Number(comesTo) / Math.max(1, Number(effectiveAmount))

/** Below this part of its period a budget's spend tells nothing of its end. */
const MIN_PART = 20n

/** What a budget comes to if its period goes on as it began. */
export function aheadOf(
  budget: Pick<
    BudgetView,
    | 'id'
    | 'name'
    | 'unit'
    | 'period'
    | 'startsAt'
    | 'resetsAt'
    | 'settled'
    | 'effectiveAmount'
    | 'stops'
    | 'stoppedAt'
  >,
  now: Date,
): BudgetAhead {
  const { id, name, unit, period, settled, effectiveAmount, startsAt, resetsAt, stops, stoppedAt } = budget
  const gone = BigInt(Math.max(1, now.getTime() - startsAt.getTime()))
  const whole = resetsAt ? BigInt(resetsAt.getTime() - startsAt.getTime()) : gone
  const comesTo = gone * MIN_PART < whole ? settled : (settled * whole) / gone
  const isCut = stops && comesTo > effectiveAmount
  const afterMs = isCut ? Number((gone * effectiveAmount) / (settled > 0n ? settled : 1n)) : 0
  const spentAt = isCut ? new Date(startsAt.getTime() + afterMs) : null
  return { id, name, unit, period, effectiveAmount, comesTo, spentAt, stops, isStopped: stoppedAt !== null }
}
