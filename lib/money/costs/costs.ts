import type { ShownCosts } from '@/lib/kernel'
import { listWallets, type WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { readMoneyChoice } from '@/lib/teams/teams'
import { averageCostOfBalance, type HeldCost, meanCost } from './held'
import { type CostView, packSchema, type TopUpCostView } from './schemas'
import { selectPackPrices, selectTopUpCosts } from './store'

/** Maximum number of top-ups that are read. The credits held were bought with the newest ones. */
const MAX_TOP_UPS = 500

/** Returns what credits cost the team, as its admins entered it. */
export async function readCosts(ctx: TeamCtx): Promise<CostView> {
  const teamId = ctx.team.id
  const [{ currency, showsMoney }, topUps, packs, wallets] = await Promise.all([
    readMoneyChoice(ctx),
    selectTopUpCosts(ctx.db, teamId, MAX_TOP_UPS),
    selectPackPrices(ctx.db, teamId),
    listWallets(ctx),
  ])
  return {
    currency,
    showsMoney,
    topUps,
    packs: packs.map(({ creditsNano, costMicro, pack: name }) => ({
      creditsNano,
      costMicro,
      pack: packSchema.parse(name),
    })),
    held: heldCosts(wallets, topUps),
  }
}

/** Returns what the credits of each wallet cost. A wallet without a top-up is missing. */
function heldCosts(
  wallets: readonly Pick<WalletView, 'id' | 'expectedNano'>[],
  topUps: readonly TopUpCostView[],
): ReadonlyMap<string, HeldCost> {
  const held = wallets.flatMap(({ id, expectedNano }) => {
    const lots = topUps.filter(({ walletId }) => walletId === id)
    const cost = averageCostOfBalance(lots, expectedNano ?? 0n)
    return cost ? [[id, cost] as const] : []
  })
  return new Map(held)
}

/** Returns the costs by which the team's pages show money beside credits; null if they do not. */
export async function readShownCosts(ctx: TeamCtx): Promise<ShownCosts | null> {
  const { id, moneyIn } = ctx.team
  if (moneyIn === undefined) return null
  const [topUps, wallets] = await Promise.all([selectTopUpCosts(ctx.db, id, MAX_TOP_UPS), listWallets(ctx)])
  const held = heldCosts(wallets, topUps)
  const costs = wallets.map(({ id, expectedNano }) => {
    return { nano: expectedNano ?? 0n, cost: held.get(id) ?? null }
  })
  return { currency: moneyIn, team: meanCost(costs), wallets: Object.fromEntries(held) }
}
