import {
  isOperation,
  LOOK_UP_OPERATION,
  leadPrice,
  leadUnit,
  type Nano,
  OPERATION_NAMES,
  type Operation,
  type OperationName,
  type ProviderPrices,
  perItemTariff,
} from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { havePriceConflict, inferredTariff, listInferredPrices, type WalletPrice } from './inferred-prices'
import { findPriceInForce, type PriceInForce, statedPrice } from './price-in-force'
import { selectNextPrices, selectPricedOperations, selectPricesSince } from './store'

export interface PriceView extends PriceInForce {
  readonly operation: OperationName
  /** The next price that is set; null if none is. */
  readonly coming: { readonly priceNano: Nano; readonly effectiveAt: Date } | null
}

/**
 * Returns the present and the next price of each list, and of whatever else the provider prices, for one wallet or for
 * the team as a whole.
 */
export async function listPrices(
  ctx: TeamCtx,
  provider: ProviderPrices,
  walletId: string | null = null,
): Promise<PriceView[]> {
  const [teamId, at] = [ctx.team.id, ctx.clock.now()]
  const [priced, coming] = await Promise.all([
    selectPricedOperations(ctx.db, teamId, at),
    selectNextPrices(ctx.db, teamId, at),
  ])
  return Promise.all(
    pricedNames(provider).map(async (operation) => {
      const next = coming.find((price) => price.operation === operation)
      const where = { teamId, operation, at, provider, walletId }
      // Every page needs prices, and most teams have set none. Then the provider decides, without a query.
      const inForce = priced.has(operation) ? await findPriceInForce(ctx.db, where) : statedPrice(where)
      return {
        operation,
        ...inForce,
        coming: next ? { priceNano: next.priceNano, effectiveAt: next.effectiveAt } : null,
      }
    }),
  )
}

/** Returns the lists and whatever else the provider names. A look-up is included only if it has a price. */
const pricedNames = (provider: ProviderPrices): OperationName[] => [
  ...OPERATION_NAMES,
  ...Object.keys(provider).filter(
    (name) => !isOperation(name) && (name !== LOOK_UP_OPERATION || provider[name] !== null),
  ),
]

/** The price of an item in a list that charges it once a day. */
export interface DailyPrice {
  readonly operation: Operation
  readonly perItem: Nano
}

/** Returns the maximum price of an item, at a moment or now, in the lists that charge it once a day. */
export async function listDailyPrices(
  ctx: TeamCtx,
  provider: ProviderPrices,
  at: Date,
): Promise<DailyPrice[]> {
  const daily = (await listPrices(ctx, provider)).flatMap(({ operation, tariff }) =>
    isOperation(operation) && tariff?.onceADayIn != null ? [{ operation, tariff }] : [],
  )
  return Promise.all(
    daily.map(async ({ operation, tariff }) => {
      const where = { teamId: ctx.team.id, operation, at, provider, walletId: null }
      const before = (await findPriceInForce(ctx.db, where)).tariff?.perItem ?? 0n
      return { operation, perItem: before > tariff.perItem ? before : tariff.perItem }
    }),
  )
}

export interface PriceChange {
  readonly operation: OperationName
  readonly priceNano: Nano
  /** The unit of the price. */
  readonly each: 'item' | 'call'
  readonly at: Date
  /** True if balance readings showed it, false if an admin set it. */
  readonly isInferred: boolean
}

const MAX_CHANGES = 50

/** Returns the prices that took effect for a wallet since a moment, oldest first; at most the latest 50. */
export async function listPriceChanges(
  ctx: TeamCtx,
  walletId: string,
  since: Date,
  provider: ProviderPrices,
): Promise<PriceChange[]> {
  const rows = await selectPricesSince(
    ctx.db,
    { teamId: ctx.team.id, walletId, since, until: ctx.clock.now() },
    MAX_CHANGES,
  )
  return rows
    .map(({ operation, priceNano, perCallNano, effectiveAt: at, source }): PriceChange => {
      const isInferred = source === 'inferred'
      const inferred = inferredTariff({ priceNano, perCallNano })
      const tariff = isInferred ? inferred : (provider[operation] ?? perItemTariff(priceNano))
      return {
        operation,
        at,
        isInferred,
        each: leadUnit(tariff),
        priceNano: isInferred ? leadPrice(inferred) : priceNano,
      }
    })
    .reverse()
}

/** The prices that readings of different wallets show for one operation. */
export interface DifferingPrices {
  readonly operation: OperationName
  readonly known: readonly WalletPrice[]
}

/** Returns the operations without a stated price for which the readings of the team's wallets show different prices. */
export async function listDifferingPrices(
  ctx: TeamCtx,
  provider: ProviderPrices,
): Promise<DifferingPrices[]> {
  const [teamId, at] = [ctx.team.id, ctx.clock.now()]
  const unstated = OPERATION_NAMES.filter((operation) => statedPrice({ operation, provider }).tariff === null)
  if (unstated.length === 0) return []
  const priced = await selectPricedOperations(ctx.db, teamId, at, 'admin')
  const found = await Promise.all(
    unstated
      .filter((operation) => !priced.has(operation))
      .map(async (operation) => ({
        operation,
        known: await listInferredPrices(ctx.db, { teamId, operation, at }),
      })),
  )
  return found.filter(({ known }) => havePriceConflict(known))
}
