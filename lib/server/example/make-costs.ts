import { addTopUpCost, setCurrency, setPackPrice } from '@/lib/money/costs'
import { DAY_MS, dayOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { MadeCast } from './make-cast'
import { TOP_UPS } from './money'
import { DAYS } from './span'

const PACKS = [
  { pack: 'Starter', credits: '10000', cost: '29' },
  { pack: 'Builder', credits: '50000', cost: '119' },
  { pack: 'Growth', credits: '200000', cost: '399' },
  { pack: 'Scale', credits: '1000000', cost: '1690' },
] as const

/** Enters the cost of top-ups and packs, as an admin would. */
export async function makeCosts(ctx: TeamCtx, cast: MadeCast): Promise<void> {
  await setCurrency(ctx, { currency: 'EUR' })
  for (const pack of PACKS) await setPackPrice(ctx, pack)
  for (const { wallet, day: after, credits, cost } of TOP_UPS) {
    const at = new Date(ctx.clock.now().getTime() - (DAYS - after) * DAY_MS)
    const day = dayOf(at, ctx.team.timeZone).date
    await addTopUpCost(ctx, { walletId: cast.wallets[wallet] ?? '', day, credits: String(credits), cost })
  }
}
