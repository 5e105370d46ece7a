import { sumRollups } from '@/lib/money/ledger'
import { lastQuarterHours } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { PackUse } from './advise-pack'

const DAYS = 30

/** What a wallet's calls cost and how long they waited in the last thirty days, and how many pages they were. */
export async function readPackUse(
  ctx: TeamCtx,
  walletId: string,
  requestsPerSecond: number,
): Promise<PackUse & { readonly pages: number; readonly days: number }> {
  const range = lastQuarterHours(ctx.clock.now(), DAYS)
  const [sums] = await sumRollups(ctx, [range], 'walletId', { walletId })
  const { chargeNano = 0n, waitedMs = 0, pages = 0 } = sums ?? {}
  return { requestsPerSecond, chargeNano, waitedMs, pages, days: DAYS }
}
