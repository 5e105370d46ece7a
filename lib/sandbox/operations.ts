import { invalid, type Nano } from '@/lib/kernel'

/** An operation that can be read page by page and is charged. */
export type SandboxOperation = 'timeline' | 'search' | 'followers'

interface OperationRules {
  /** Name of the array in an answer. */
  readonly array: 'tweets' | 'users'
  readonly maxCount: number
  readonly priceNano: Nano
}

/** Largest page (section "Limits") and price of an item, by operation. */
export const SANDBOX_OPERATIONS: Record<SandboxOperation, OperationRules> = {
  timeline: { array: 'tweets', maxCount: 100, priceNano: 150_000_000n },
  search: { array: 'tweets', maxCount: 50, priceNano: 200_000_000n },
  followers: { array: 'users', maxCount: 200, priceNano: 50_000_000n },
}

/** Number of items in a page even if fewer are requested; also the meaning of an absent count. */
export const MIN_PAGE_ITEMS = 20

/** Parses an operation's name, for prices set from outside. Throws `invalid` for any other name. */
export function parseSandboxOperation(name: string): SandboxOperation {
  if (isOperation(name)) return name
  throw invalid(
    `There is no operation "${name}": choose one of ${Object.keys(SANDBOX_OPERATIONS).join(', ')}.`,
  )
}

const isOperation = (name: string): name is SandboxOperation => Object.hasOwn(SANDBOX_OPERATIONS, name)

/** Price of one item, in nano-credits, until the operator sets another. */
export const SANDBOX_PRICES: Readonly<Record<SandboxOperation, Nano>> = {
  timeline: SANDBOX_OPERATIONS.timeline.priceNano,
  search: SANDBOX_OPERATIONS.search.priceNano,
  followers: SANDBOX_OPERATIONS.followers.priceNano,
}

/** Requests per second of each pack (section "Limits"). */
export const PACK_REQUEST_RATES = { Free: 1, Starter: 10, Builder: 25, Growth: 100, Scale: 200 } as const

export type PackName = keyof typeof PACK_REQUEST_RATES

export interface Purchase {
  readonly pack: PackName
  readonly boughtAt: Date
}

const isPackName = (name: string): name is PackName => Object.hasOwn(PACK_REQUEST_RATES, name)

/** Parses a pack's name. Throws `invalid` for any other name. */
export function parsePackName(name: string): PackName {
  if (isPackName(name)) return name
  throw invalid(
    `There is no pack named "${name}": choose one of ${Object.keys(PACK_REQUEST_RATES).join(', ')}.`,
  )
}

/**
 * Returns the requests per second of the largest pack bought in the last 12 months and not in the future, else those
 * of Free.
 */
export function purchasedRate(purchases: readonly Purchase[], now: Date): number {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  const recent = purchases.filter(({ boughtAt }) => boughtAt >= since && boughtAt <= now)
  return Math.max(PACK_REQUEST_RATES.Free, ...recent.map(({ pack }) => PACK_REQUEST_RATES[pack]))
}
