import { toCredits } from '@/lib/kernel'
import { listSpend } from '@/lib/money/usage'
import { resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** Returns what each wallet spent on each of the last 30 days, and in total. */
export async function spentByDay(ctx: TeamCtx) {
  const { series, buckets } = await listSpend(ctx, {
    range: resolveRange({ preset: '30d' }, ctx.clock.now(), ctx.team.timeZone),
    dimension: 'walletId',
    walletIds: [],
    nameOf: (label) => ({ label, color: null }),
  })
  return (walletId: string) => {
    const found = series.find(({ key }) => key === walletId)
    return {
      days: found?.chargeNano.map(toCredits) ?? new Array<number>(buckets.length).fill(0),
      oursNano: found?.totalChargeNano ?? 0n,
    }
  }
}
