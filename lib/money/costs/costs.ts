import { listWallets } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { readCurrency } from '@/lib/teams/teams'
import { averageHeldCost } from './held'
import { type CostView, packSchema } from './schemas'
import { selectPackPrices, selectTopUpCosts } from './store'

/** Maximum number of top-ups that are read. The credits held were bought with the newest ones. */
const MAX_TOP_UPS = 500

/** Returns what credits cost the team, as its admins entered it. */
export async function readCosts(ctx: TeamCtx): Promise<CostView> {
  const teamId = ctx.team.id
  const [currency, topUps, packs, wallets] = await Promise.all([
    readCurrency(ctx),
    selectTopUpCosts(ctx.db, teamId, MAX_TOP_UPS),
    selectPackPrices(ctx.db, teamId),
    listWallets(ctx),
  ])
  const held = wallets.flatMap(({ id, expectedNano }) => {
    const lots = topUps.filter(({ walletId }) => walletId === id)
    const cost = averageHeldCost(lots, expectedNano ?? 0n)
    return cost ? [[id, cost] as const] : []
  })
  return {
    currency,
    topUps,
    packs: packs.map(({ creditsNano, costMicro, pack: name }) => ({
      creditsNano,
      costMicro,
      pack: packSchema.parse(name),
    })),
    held: new Map(held),
  }
}
