import { dayZone } from '@/app/_server'
import { spentTile } from '@/components/usage'
import { listSpend } from '@/lib/money/usage'
import { resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** What each wallet spent in 30 days, as a tile. */
export async function spentTiles(ctx: TeamCtx) {
  const { timeZone } = await dayZone(ctx)
  const { series } = await listSpend(ctx, {
    range: resolveRange({ preset: '30d' }, ctx.clock.now(), timeZone),
    dimension: 'walletId',
    walletIds: [],
    nameOf: (label) => ({ label, color: null }),
  })
  return (walletId: string) => {
    const found = series.find(({ key }) => key === walletId)
    const spent = {
      items: found?.totalItems ?? 0,
      chargeNano: found?.totalChargeNano ?? 0n,
      unpricedItems: found?.totalUnpricedItems ?? 0,
    }
    return { label: 'Spent in 30 days', ...spentTile(spent) }
  }
}
