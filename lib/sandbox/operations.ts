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
export const OPERATIONS: Record<SandboxOperation, OperationRules> = {
  timeline: { array: 'tweets', maxCount: 100, priceNano: 150_000_000n },
  search: { array: 'tweets', maxCount: 50, priceNano: 200_000_000n },
  followers: { array: 'users', maxCount: 200, priceNano: 50_000_000n },
}

/** Number of items in a page even if fewer are requested; also the meaning of an absent count. */
export const PAGE_FLOOR = 20

/** Parses an operation's name, for prices set from outside. Throws `invalid` for any other name. */
export function toOperation(name: string): SandboxOperation {
  if (isOperation(name)) return name
  throw invalid(`There is no operation "${name}": choose one of ${Object.keys(OPERATIONS).join(', ')}.`)
}

const isOperation = (name: string): name is SandboxOperation => Object.hasOwn(OPERATIONS, name)

/** Price of one item, in nano-credits, until the operator sets another. */
export const SANDBOX_PRICES: Readonly<Record<SandboxOperation, Nano>> = {
  timeline: OPERATIONS.timeline.priceNano,
  search: OPERATIONS.search.priceNano,
  followers: OPERATIONS.followers.priceNano,
}
