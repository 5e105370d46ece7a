import { byOperation, type ContractPrices, parseNano } from '@/lib/kernel'
import type { Contract } from '@/lib/upstream/client'

/** The prices that a contract states, in nano-credits per item; null if it states none. */
export function contractPrices({ price }: Contract): ContractPrices {
  const stated = (text: string | null) => (text === null ? null : parseNano(text))
  return byOperation((operation) => stated(price[operation]))
}
