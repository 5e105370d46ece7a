import { invalid, type Nano } from '@/lib/kernel'

/** What can be read page by page, and is charged. */
export type SandboxOperation = 'timeline' | 'search' | 'followers'

interface OperationRules {
  /** The name of the array in an answer. */
  readonly array: 'tweets' | 'users'
  readonly maxCount: number
  readonly priceNano: Nano
}

/** The largest page (section "Limits") and the price of an item, per operation. */
export const OPERATIONS: Record<SandboxOperation, OperationRules> = {
  timeline: { array: 'tweets', maxCount: 100, priceNano: 150_000_000n },
  search: { array: 'tweets', maxCount: 50, priceNano: 200_000_000n },
  followers: { array: 'users', maxCount: 200, priceNano: 50_000_000n },
}

/** A page holds this many items even when fewer are asked for; also what an absent count means. */
export const PAGE_FLOOR = 20

/** The operations' names, for prices set from outside; throws `invalid` for any other name. */
export function toOperation(name: string): SandboxOperation {
  if (isOperation(name)) return name
  throw invalid(`There is no operation "${name}": choose one of ${Object.keys(OPERATIONS).join(', ')}.`)
}

const isOperation = (name: string): name is SandboxOperation => Object.hasOwn(OPERATIONS, name)

/** What one item costs, in nano-credits, until the operator says otherwise. */
export const SANDBOX_PRICES: Readonly<Record<SandboxOperation, Nano>> = {
  timeline: OPERATIONS.timeline.priceNano,
  search: OPERATIONS.search.priceNano,
  followers: OPERATIONS.followers.priceNano,
}
