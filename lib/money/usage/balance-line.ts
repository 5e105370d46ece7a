import type { Nano } from '@/lib/kernel'
import type { Settled } from '@/lib/money/ledger'
import { expectedBalance, isCleanPoint, type ReadBalance } from '@/lib/money/wallets'

/** A balance reading with its quarter hour. */
export interface BalanceReading extends ReadBalance {
  readonly quarterHour: number
}

/**
 * Returns a wallet's balance at the end of each bucket, as expected from the readings until then and the settlements
 * since. Null before the first reading, in the future, and after items without a known price, because an unknown
 * balance is never drawn as 0. Buckets and readings must be oldest first. `before` is what was settled before the
 * first bucket, `settled` in each.
 */
export function balanceLine(
  buckets: readonly { readonly from: number; readonly to: number }[],
  readings: readonly BalanceReading[],
  before: Settled,
  settled: readonly Settled[],
  nowQuarterHour: number,
): (Nano | null)[] {
  let total = before
  let next = 0
  let [last, clean]: (BalanceReading | null)[] = [null, null]
  return buckets.map((bucket, place) => {
    total = plus(total, settled[place])
    for (
      let reading = readings[next];
      reading && reading.quarterHour < bucket.to;
      reading = readings[++next]
    ) {
      last = reading
      if (isCleanPoint(reading)) clean = reading
    }
    if (bucket.from > nowQuarterHour) return null
    return last ? expectedBalance(last, clean ?? null, total) : null
  })
}

const plus = (total: Settled, more: Settled | undefined): Settled => ({
  settledNano: total.settledNano + (more?.settledNano ?? 0n),
  unpricedItems: total.unpricedItems + (more?.unpricedItems ?? 0),
})

/**
 * Adds up the lines of several wallets. Null if one of them is unknown. A wallet without readings counts as nothing.
 */
export function sumLines(lines: readonly (readonly (Nano | null)[])[], length: number): (Nano | null)[] {
  const known = lines.filter((line) => line.some((value) => value !== null))
  return Array.from({ length }, (_, place) => {
    const values = known.map((line) => line[place] ?? null)
    return values.length === 0
      ? null
      : values.reduce((sum, value) => (sum === null || value === null ? null : sum + value))
  })
}
