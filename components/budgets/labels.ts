import { formatPercent, formatPlural, formatShare, formatWithUnit } from '@/lib/kernel'
import type { BudgetUnit, BudgetView, Scope } from '@/lib/money/budgets'
import type { CalendarPeriod, Period } from '@/lib/platform/calendar'

/** Names of the scopes in a list of choices. */
export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  team: 'The whole team',
  wallet: 'A wallet',
  environment: 'An environment',
  key: 'A key',
  member: 'A member',
  search: 'A saved search',
  service: 'A service',
  token: 'A token',
}

const CALENDAR_PERIOD_LABELS: Readonly<Record<CalendarPeriod, string>> = {
  day: 'a day',
  week: 'a week',
  month: 'a month',
}

export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  hour: 'an hour',
  ...CALENDAR_PERIOD_LABELS,
  total: 'in total',
}

/** Converts labels to the choices of a list. */
export function toOptions<Key extends string>(
  labels: Readonly<Record<Key, string>>,
): { value: Key; label: string }[] {
  const keys = Object.keys(labels) as Key[]
  return keys.map((value) => ({ value, label: labels[value] }))
}

/** Periods that a forecast knows, since it goes day by day. */
export const CALENDAR_PERIOD_OPTIONS = toOptions(CALENDAR_PERIOD_LABELS)

/** Writes an exact amount of a budget: "2,000 items". */
export const exactAmount = (amount: bigint, unit: BudgetUnit): string =>
  unit === 'items' ? formatPlural(Number(amount), 'item') : formatWithUnit(amount)

const IN_PERIOD: Readonly<Record<Period, string>> = {
  hour: 'this hour',
  day: 'today',
  week: 'this week',
  month: 'this month',
  total: 'in total',
}

/** Says what a budget still allows: "1,930 items left today". */
export const describeRemaining = ({
  left,
  unit,
  period,
}: Pick<BudgetView, 'left' | 'unit' | 'period'>): string =>
  `${exactAmount(left, unit)} left ${IN_PERIOD[period]}`

/** Says what a budget allows: "2,000 items a day". */
export const describeAmount = ({ amount, unit, period }: BudgetView): string =>
  `${exactAmount(amount, unit)} ${PERIOD_LABELS[period]}`

/** Says what a budget does: "warns at 50%, 80% · stops at 2,000 items". */
export function describeEffect({ effectiveAmount, unit, tellsAt, stops }: BudgetView): string {
  const warns = tellsAt.length > 0 ? `warns at ${tellsAt.map((percent) => `${percent}%`).join(', ')} · ` : ''
  return `${warns}${stops ? `stops at ${exactAmount(effectiveAmount, unit)}` : 'doesn’t block calls'}`
}

/** Describes a budget: "2,000 items a day · warns at 50%, 80% · stops at 2,000 items". */
export const describeBudget = (budget: BudgetView): string =>
  `${describeAmount(budget)} · ${describeEffect(budget)}`

/** Returns a share of the amount in percent, rounded down to a tenth; above 100 if it exceeds the amount. */
export const budgetPercent = (part: bigint, whole: bigint): number =>
  whole === 0n ? 0 : Number((part * 1000n) / whole) / 10

/** Writes that share. Something is never "0%", and rounding never reaches a percentage at which it warns. */
export function formatBudgetPercent(part: bigint, whole: bigint): string {
  if (part > 0n && part * 1000n < whole) return formatShare(0.0001)
  const percents = budgetPercent(part, whole)
  return formatPercent(percents < 10 ? percents : Math.floor(percents))
}

/** Returns the tone of a meter: full, past a warning, or neither. */
export function meterTone(
  budget: Pick<BudgetView, 'settled' | 'reserved' | 'effectiveAmount' | 'stoppedAt' | 'tellsAt'>,
): 'bad' | 'warn' | 'good' {
  const { settled, reserved, effectiveAmount, stoppedAt } = budget
  if (stoppedAt !== null || settled + reserved >= effectiveAmount) return 'bad'
  return highestWarnedPercent(budget) === undefined ? 'good' : 'warn'
}

/** Returns the highest percentage that was passed and warned of; undefined if none was. */
const highestWarnedPercent = ({
  tellsAt,
  settled,
  effectiveAmount,
}: Pick<BudgetView, 'settled' | 'effectiveAmount' | 'tellsAt'>) =>
  tellsAt.findLast((percent) => budgetPercent(settled, effectiveAmount) >= percent)

/**
 * Says how much of a budget is spent, once it stops calls or has passed a percentage at which it warns; null before.
 */
export function describeBudgetWarning(budget: BudgetView): string | null {
  const { settled, effectiveAmount, stoppedAt } = budget
  const told = highestWarnedPercent(budget)
  const spent = `${formatBudgetPercent(settled, effectiveAmount)} spent.`
  // It may stop with something left: less than the next call may cost.
  if (stoppedAt !== null) return `${spent} Calls that could exceed it are blocked.`
  return told === undefined ? null : `${spent} Warning sent at ${told}%.`
}

/** Returns whether more than all of a budget is spent. */
export const isOverspent = ({
  settled,
  effectiveAmount,
}: Pick<BudgetView, 'settled' | 'effectiveAmount'>): boolean => settled > effectiveAmount

/** Names the state of a budget: "OK", "Warning sent at 80%", "Over budget" or "Blocking calls". */
export function describeBudgetState(budget: BudgetView): string {
  if (budget.stoppedAt !== null) return 'Blocking calls'
  if (isOverspent(budget)) return 'Over budget'
  const told = highestWarnedPercent(budget)
  return told === undefined ? 'OK' : `Warning sent at ${told}%`
}

/** Returns the percentage of a budget that is spent or reserved. */
export const usedPart = ({ settled, reserved, effectiveAmount }: BudgetView): number =>
  budgetPercent(settled + reserved, effectiveAmount)

export const fullestFirst = (budgets: readonly BudgetView[]): BudgetView[] =>
  [...budgets].sort((a, b) => usedPart(b) - usedPart(a))

/** Scopes of budgets, to filter by. */
export const SCOPES = toOptions(SCOPE_LABELS)

/** States of a budget, to filter by. */
export const STATES = [
  { value: 'ok', label: 'OK' },
  { value: 'warned', label: 'Warning sent' },
  { value: 'over', label: 'Over budget' },
  { value: 'blocking', label: 'Blocking calls' },
]

export function stateOf(budget: BudgetView): 'ok' | 'warned' | 'over' | 'blocking' {
  if (budget.stoppedAt !== null) return 'blocking'
  if (isOverspent(budget)) return 'over'
  return highestWarnedPercent(budget) === undefined ? 'ok' : 'warned'
}

/** Tone of each state's badge. */
export const STATE_TONES = { ok: 'good', warned: 'warn', over: 'bad', blocking: 'blocks' } as const
