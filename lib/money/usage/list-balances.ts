import type { Nano } from '@/lib/kernel'
import { type Settled, settledOnEachBefore, sumSpend } from '@/lib/money/ledger'
import { listReadingsBefore } from '@/lib/money/wallets'
import { type Bucket, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { type BalanceReading, balanceLine, sumLines } from './balance-line'

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
    settledOnEachBefore(ctx, walletIds, buckets[0]?.from ?? 0),
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
  return sumLines(lines, buckets.length)
}

const NOTHING: Settled = { settledNano: 0n, unpricedItems: 0 }
