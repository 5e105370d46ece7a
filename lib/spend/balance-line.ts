import type { Micro } from '@/lib/kernel'

export interface Reading {
  readonly balanceMicro: Micro
  /** What the ledger had settled on the wallet in all when the balance was read. */
  readonly settledMicro: Micro
  /** The quarter hour in which it was read. */
  readonly quarter: number
}

/**
 * A wallet's balance at the end of each bucket: the last reading up to then, less what was settled since. Null before
 * the first reading and in the future: what is not known is left open, never drawn as 0. Readings come oldest first;
 * `settledBefore` is what was settled before the first bucket, `settled` what was settled in each.
 */
export function balanceLine(
  buckets: readonly { readonly from: number; readonly to: number }[],
  readings: readonly Reading[],
  settledBefore: Micro,
  settled: readonly Micro[],
  nowQuarter: number,
): (Micro | null)[] {
  let total = settledBefore
  return buckets.map((bucket, place) => {
    total += settled[place] ?? 0n
    if (bucket.from > nowQuarter) return null
    const last = readings.findLast(({ quarter }) => quarter < bucket.to)
    return last ? last.balanceMicro + last.settledMicro - total : null
  })
}

/** The sum of several wallets' lines; null where one of them is not known. A wallet never read counts for nothing. */
export function sumLines(lines: readonly (readonly (Micro | null)[])[], length: number): (Micro | null)[] {
  const known = lines.filter((line) => line.some((value) => value !== null))
  return Array.from({ length }, (_, place) => {
    const values = known.map((line) => line[place] ?? null)
    return values.length === 0
      ? null
      : values.reduce((sum, value) => (sum === null || value === null ? null : sum + value))
  })
}
