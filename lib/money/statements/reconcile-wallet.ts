import { AppError, type ProviderPrices } from '@/lib/kernel'
import { lowerHoldsToSum } from '@/lib/money/budgets'
import { putInferredPrice } from '@/lib/money/prices'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { inferPrices, type PriceEstimate } from './infer-prices'
import { readHistory } from './list-movements'
import { findLostSums, type LostCallProof, type LostSum, proveLostCalls } from './lost-sum'
import { applyResolution } from './resolve-unknown'

/** Minimum number of agreeing observations, and of their items, for an estimate to be put in force. */
const MIN_OBSERVATIONS = 3
const MIN_ITEMS = 20
const MAX_SPREAD_PER_CENT = 1n

/**
 * Draws the conclusions that a wallet's readings allow: resolves lost calls whose end they prove, holds the sum of
 * others if it is known, and puts inferred prices in force for operations without a price. Returns the number of
 * resolved calls and of prices, and how late the wallet's charges were seen to show.
 */
export async function reconcileWallet(
  ctx: TeamCtx,
  walletId: string,
  provider: ProviderPrices,
): Promise<{ resolved: number; prices: number; learntMs: number }> {
  const { movements, learntMs, callParts } = await readHistory(ctx, walletId, ctx.clock.now())
  let resolved = 0
  for (const proof of proveLostCalls(movements, provider)) if (await resolve(ctx, proof)) resolved++
  for (const sum of findLostSums(movements)) await holdLost(ctx, sum)
  let prices = 0
  const estimates = [
    ...callParts.map((part) => ({ ...part, spreadNano: 0n })),
    ...inferPrices(movements)
      .filter(
        (estimate) =>
          isGood(estimate) && !callParts.some(({ operation }) => operation === estimate.operation),
      )
      .map((estimate) => ({ ...estimate, perCallNano: 0n })),
  ]
  for (const estimate of estimates) {
    const isAsked = (provider[estimate.operation] ?? null) === null
    if (isAsked && (await putInferredPrice(ctx, { walletId, ...estimate }))) prices++
  }
  return { resolved, prices, learntMs }
}

async function resolve(ctx: TeamCtx, { chargeNano, ...proof }: LostCallProof): Promise<boolean> {
  try {
    const by = { proof: 'readings', resolvedById: null, resolvedByName: 'Purser' } as const
    await transaction(ctx.db, (tx) => applyResolution(tx, ctx, { ...proof, ...by }, () => chargeNano))
    return true
  } catch (error) {
    // Somebody else was faster.
    if (error instanceof AppError && error.code === 'conflict') return false
    throw error
  }
}

/** Holds the sum of lost calls that proofs have left. Their sum is known, so nothing more needs to be held. */
async function holdLost(ctx: TeamCtx, { nano, calls }: LostSum): Promise<void> {
  const cheapest = calls.reduce((min, { priceNano }) => (priceNano < min ? priceNano : min), nano)
  const attemptIds = calls.map(({ attemptId }) => attemptId)
  const maxItems = calls.reduce((sum, call) => sum + BigInt(call.maxItems), 0n)
  const units = cheapest > 0n ? (nano + cheapest - 1n) / cheapest : 0n
  const known = { attemptIds, items: units < maxItems ? units : maxItems, nano }
  await transaction(ctx.db, (tx) => lowerHoldsToSum(tx, ctx.team.id, known))
}

const isGood = ({ observations, items, priceNano, spreadNano, isSure }: PriceEstimate): boolean =>
  isSure &&
  observations >= MIN_OBSERVATIONS &&
  items >= MIN_ITEMS &&
  priceNano > 0n &&
  spreadNano * 100n <= priceNano * MAX_SPREAD_PER_CENT
