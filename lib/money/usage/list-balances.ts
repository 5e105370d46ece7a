import type { Nano } from '@/lib/kernel'
import { type Settled, sumSettledByWalletBefore, sumSpend } from '@/lib/money/ledger'
import {
  type BalancePoint,
  computeExpectedBalance,
  isCleanPoint,
  listReadingsBefore,
} from '@/lib/money/wallets'
import { type Bucket, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/**
 * Returns the combined balance of wallets at the end of each bucket, in nano-credits; null if not known. Empty without
 * wallets. Uses one query for the sums of all wallets and one for their readings.
 */
export async function listBalances(
  ctx: TeamCtx,
  walletIds: readonly string[],
  buckets: readonly Bucket[],
): Promise<(Nano | null)[]> {
  if (walletIds.length === 0) return []
  const now = quarterHourOf(ctx.clock.now())
  const ends = buckets.filter(({ from }) => from <= now).map(({ to }) => startOfQuarterHour(to))
  const [before, sums, readings] = await Promise.all([
    sumSettledByWalletBefore(ctx, walletIds, buckets[0]?.from ?? 0),
    sumSpend(ctx, buckets, 'walletId'),
    listReadingsBefore(ctx, walletIds, ends),
  ])
  const settled = new Map(walletIds.map((id) => [id, new Array<Settled>(buckets.length).fill(NOTHING)]))
  for (const { bucket, member, chargeNano, unpricedItems } of sums) {
    const within = settled.get(member)
    if (within) within[bucket] = { settledNano: chargeNano, unpricedItems }
  }
  const placed = new Map(walletIds.map((id): [string, BalanceReading[]] => [id, []]))
  for (const reading of readings)
    placed.get(reading.walletId)?.push({ ...reading, quarterHour: quarterHourOf(reading.at) })
  const lines = walletIds.map((id) =>
    balanceLine(buckets, placed.get(id) ?? [], before.get(id) ?? NOTHING, settled.get(id) ?? [], now),
  )
  return sumBalanceLines(lines, buckets.length)
}

const NOTHING: Settled = { settledNano: 0n, unpricedItems: 0 }

/** A balance reading with its quarter hour. */
export interface BalanceReading extends BalancePoint {
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
  return buckets.map((bucket, index) => {
    total = plus(total, settled[index])
    for (
      let reading = readings[next];
      reading && reading.quarterHour < bucket.to;
      reading = readings[++next]
    ) {
      last = reading
      if (isCleanPoint(reading)) clean = reading
    }
    if (bucket.from > nowQuarterHour) return null
    return last ? computeExpectedBalance(last, clean ?? null, total) : null
  })
}

const plus = (total: Settled, more: Settled | undefined): Settled => ({
  settledNano: total.settledNano + (more?.settledNano ?? 0n),
  unpricedItems: total.unpricedItems + (more?.unpricedItems ?? 0),
})

/**
 * Adds up the lines of several wallets. Null if one of them is unknown. A wallet without readings counts as nothing.
 */
export function sumBalanceLines(
  lines: readonly (readonly (Nano | null)[])[],
  length: number,
): (Nano | null)[] {
  const known = lines.filter((line) => line.some((value) => value !== null))
  return Array.from({ length }, (_, index) => {
    const values = known.map((line) => line[index] ?? null)
    return values.length === 0
      ? null
      : values.reduce((sum, value) => (sum === null || value === null ? null : sum + value))
  })
}
