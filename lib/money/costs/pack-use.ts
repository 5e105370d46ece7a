import { type ByOperation, isOperation } from '@/lib/kernel'
import { sumRollups } from '@/lib/money/ledger'
import { quarterHoursOf, resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { PackUse } from './advise-pack'
import type { ListUse } from './compare-services'

const DAYS = 30
const NO_SEARCH = ''

/**
 * Returns what a wallet's calls of the last thirty days cost, how long they waited, and the number of their pages. The
 * days are those of “Last 30 days” on every page, so that their sums agree.
 */
export async function readPackUse(
  ctx: TeamCtx,
  walletId: string,
  requestsPerSecond: number,
): Promise<PackUse & { readonly pages: number; readonly days: number }> {
  const [sums] = await sumRollups(ctx, [lastDays(ctx)], 'walletId', { walletId })
  const { chargeNano = 0n, waitedMs = 0, pages = 0 } = sums ?? {}
  return { requestsPerSecond, chargeNano, waitedMs, pages, days: DAYS }
}

/** Returns what was bought of each list on a wallet in the same days. */
export async function readListUse(ctx: TeamCtx, walletId: string): Promise<Partial<ByOperation<ListUse>>> {
  const days = lastDays(ctx)
  const [sums, unsearched] = await Promise.all([
    sumRollups(ctx, [days], 'operation', { walletId }),
    sumRollups(ctx, [days], 'operation', { walletId, searchId: NO_SEARCH }),
  ])
  const unknown = new Map(unsearched.map(({ member, items }) => [member, items]))
  return Object.fromEntries(
    sums.flatMap(({ member, pages, items, newItems }) => {
      const repeats = Math.max(0, items - newItems - (unknown.get(member) ?? 0))
      return isOperation(member) ? [[member, { pages, items, repeats }]] : []
    }),
  )
}

const lastDays = ({ clock, team }: TeamCtx) =>
  quarterHoursOf(resolveRange({ preset: '30d' }, clock.now(), team.timeZone))
