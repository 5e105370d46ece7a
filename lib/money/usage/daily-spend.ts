import type { Nano } from '@/lib/kernel'
import { type BudgetView, listBudgets } from '@/lib/money/budgets'
import { lastWholeDays, meanDailySpend } from '@/lib/money/forecast'
import { sumSpend } from '@/lib/money/ledger'
import { DAY_MS, monthContaining, quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** A budget with the spend to expect at the current pace. */
export interface BudgetProjection {
  readonly id: string
  readonly name: string
  readonly settled: bigint
  readonly effectiveAmount: bigint
  readonly unit: BudgetView['unit']
  readonly period: BudgetView['period']
  /** Expected spend at the end of its period if nothing stops it. */
  readonly comesTo: bigint
  /** When a stopping budget is used up, if that is before its period ends; else null. */
  readonly spentAt: Date | null
  readonly stops: boolean
  readonly isStopped: boolean
}

export interface DailySpend {
  /** Mean spend of the last whole days since the first spend, at most 28. */
  readonly perDayNano: Nano
  /** Expected spend of this month by its end. */
  readonly monthNano: Nano
  /** Budgets that will be exceeded or have already stopped, the most exceeded first. */
  readonly passed: readonly BudgetProjection[]
  /** The team's monthly budget in credits; null without one. */
  readonly ofMonth: BudgetProjection | null
}

/** Returns the expected spend: per day, this month, and in each budget's period. */
export async function readDailySpend(ctx: TeamCtx): Promise<DailySpend> {
  const now = ctx.clock.now()
  const { timeZone } = ctx.team
  const month = monthContaining(now, timeZone)
  const days = lastWholeDays(now, timeZone)
  const thisMonth = { from: quarterHourOf(month.startsAt), to: quarterHourOf(now) + 1 }
  const [sums, budgets] = await Promise.all([sumSpend(ctx, [...days, thisMonth], 'team'), listBudgets(ctx)])
  const perDay = new Array<Nano>(days.length).fill(0n)
  let spentNano = 0n
  for (const { bucket, chargeNano } of sums)
    if (bucket < days.length) perDay[bucket] = chargeNano
    else spentNano = chargeNano
  const perDayNano = meanDailySpend(perDay)
  const restMs = Math.max(0, month.endsAt.getTime() - now.getTime())
  const ahead = budgets.map((budget) => projectBudgetSpend(budget, now))
  return {
    perDayNano,
    monthNano: spentNano + (perDayNano * BigInt(restMs)) / BigInt(DAY_MS),
    passed: ahead
      .filter(({ comesTo, effectiveAmount, isStopped }) => isStopped || comesTo > effectiveAmount)
      .sort((a, b) => shareOf(b) - shareOf(a)),
    ofMonth: ahead.find((one, index) => isOfMonth(budgets[index]) && one.unit === 'credits') ?? null,
  }
}

const isOfMonth = (budget: BudgetView | undefined): boolean =>
  budget?.scope === 'team' && budget.period === 'month'

const shareOf = ({ comesTo, effectiveAmount }: BudgetProjection): number =>
  Number(comesTo) / Math.max(1, Number(effectiveAmount))

/** Denominator of the smallest part of a period from which its end is extrapolated. */
const MIN_PART = 20n

/** Extrapolates a budget's spend to the end of its period. */
export function projectBudgetSpend(
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
): BudgetProjection {
  const { id, name, unit, period, settled, effectiveAmount, startsAt, resetsAt, stops, stoppedAt } = budget
  const gone = BigInt(Math.max(1, now.getTime() - startsAt.getTime()))
  const whole = resetsAt ? BigInt(resetsAt.getTime() - startsAt.getTime()) : gone
  const comesTo = gone * MIN_PART < whole ? settled : (settled * whole) / gone
  const isCut = stops && comesTo > effectiveAmount
  const afterMs = isCut ? Number((gone * effectiveAmount) / (settled > 0n ? settled : 1n)) : 0
  const spentAt = isCut ? new Date(startsAt.getTime() + afterMs) : null
  return {
    ...{ id, name, unit, period, settled, effectiveAmount, comesTo, spentAt, stops },
    isStopped: stoppedAt !== null,
  }
}
