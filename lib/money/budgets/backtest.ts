import type { Nano } from '@/lib/kernel'

/** What was spent in a stretch of time that is no longer than a quarter hour or a day. */
export interface SpentPart {
  readonly startsAt: Date
  readonly endsAt: Date
  /** Which period of the budget it lies in. */
  readonly period: string
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
}

/** A period in which a budget would have stopped: in which part, and how many pages it would have refused. */
export interface BacktestStop {
  readonly at: Date
  readonly pagesShort: number
}

/**
 * When a budget that stops would have done so, had it been there. A page goes through as long as it fits; of the part in
 * which the amount is used up the rest counts in proportion, rounded up. Parts in order of time.
 */
export function backtest(
  parts: readonly SpentPart[],
  amount: bigint,
  spentOf: (part: SpentPart) => bigint,
): BacktestStop[] {
  const stops: BacktestStop[] = []
  let [period, left, stop]: [string | null, bigint, { at: Date; pagesShort: number } | null] = [
    null,
    0n,
    null,
  ]
  for (const part of parts) {
    if (part.period !== period) [period, left, stop] = [part.period, amount, null]
    const spent = spentOf(part)
    if (stop) {
      stop.pagesShort += part.pages
    } else if (spent > left) {
      const over = spent - left
      stop = { at: part.startsAt, pagesShort: Number((BigInt(part.pages) * over + spent - 1n) / spent) }
      stops.push(stop)
    }
    left -= spent
  }
  return stops
}
