import type { Nano } from '@/lib/kernel'

/** Spend in a stretch of time of at most a quarter hour or a day. */
export interface SpentPart {
  readonly startsAt: Date
  readonly endsAt: Date
  /** The period of the budget that contains it. */
  readonly period: string
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
}

/** A period in which a budget would have stopped: when it would have, and the number of pages it would have refused. */
export interface BacktestStop {
  readonly at: Date
  readonly pagesShort: number
}

/**
 * Returns when a stopping budget would have stopped if it had existed. Pages go through as long as they fit. Of the
 * part in which the amount runs out, the remaining pages count in proportion, rounded up. Parts must be in order of
 * time.
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
