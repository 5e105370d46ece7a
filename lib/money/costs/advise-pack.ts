import {
  type CreditCost,
  costOf,
  type Micro,
  type Nano,
  PACK_NAMES,
  PACK_RATES,
  type Pack,
  packOf,
} from '@/lib/kernel'
import type { PackPriceView } from './schemas'

/** The use of a wallet's keys in a span of time. */
export interface PackUse {
  readonly requestsPerSecond: number
  readonly chargeNano: Nano
  /** Total time that its calls waited for their slots. */
  readonly waitedMs: number
}

/** The effect that a pack would have had on the same calls. */
export interface PackAdvice {
  readonly pack: Pack
  readonly requestsPerSecond: number
  /** Null if no price of the pack was entered. */
  readonly costMicro: Micro | null
  /** Total waits: exact for the present pack, an upper bound for a faster one, a lower bound for a slower one. */
  readonly waitedMs: number
  readonly isPresent: boolean
}

/**
 * Returns the present pack with the next one down and up. Waits are derived from the real ones without a replay: calls
 * that arrive at the same moments and leave evenly spaced wait at most in proportion at a faster rate, and at least in
 * proportion at a slower one. Empty if the rate belongs to no pack.
 */
export function advisePack(use: PackUse, prices: readonly PackPriceView[]): PackAdvice[] {
  const own = packOf(use.requestsPerSecond)
  if (own === null) return []
  const present = PACK_NAMES.indexOf(own)
  return PACK_NAMES.slice(Math.max(0, present - 1), present + 2).map((pack) => {
    const price: CreditCost | undefined = prices.find((each) => each.pack === pack)
    const requestsPerSecond = PACK_RATES[pack]
    return {
      ...{ pack, requestsPerSecond, isPresent: pack === own },
      costMicro: price ? costOf(use.chargeNano, price) : null,
      waitedMs: Math.round((use.waitedMs * use.requestsPerSecond) / requestsPerSecond),
    }
  })
}
