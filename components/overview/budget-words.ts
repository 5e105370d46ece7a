import { formatDay, formatPercent, formatTime } from '@/lib/kernel'
import type { BudgetAhead } from '@/lib/money/usage'

const OF_HOURS: ReadonlySet<BudgetAhead['period']> = new Set(['hour', 'day'])

/**
 * Says what becomes of a budget that will not hold. One that stops never passes its amount, so it says when it stops.
 */
export function budgetWords(
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
