import { byOperation, type ProviderPrices, parseNano } from '@/lib/kernel'
import type { Provider } from '@/lib/upstream/client'

/** The prices that a provider states, in nano-credits per item; null if it states none. */
export function providerPrices({ price }: Provider): ProviderPrices {
  const stated = (text: string | null) => (text === null ? null : parseNano(text))
  return byOperation((operation) => stated(price[operation]))
}
