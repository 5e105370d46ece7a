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

/** What a wallet's keys did in a span of time. */
export interface PackUse {
  readonly requestsPerSecond: number
  readonly chargeNano: Nano
  /** How long its calls waited for their slots, in all. */
  readonly waitedMs: number
}

/** What a pack would have meant for the same calls. */
export interface PackAdvice {
  readonly pack: Pack
  readonly requestsPerSecond: number
  /** Null where no price of the pack was entered. */
  readonly costMicro: Micro | null
  /** The waits: exact for the present pack, the most for a faster one, the least for a slower one. */
  readonly waitedMs: number
  readonly isPresent: boolean
}

/**
 * The present pack with the next one down and up. Waits follow from the real ones without a replay: calls that come at
 * the same moments and leave evenly spaced wait at most in proportion at a faster rate, and at least so at a slower one.
 * Empty where the rate is no pack's.
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
