import { byOperation, LOOK_UP, type ProviderPrices, parseNano, type Tariff } from '@/lib/kernel'
import type { Provider } from '@/lib/upstream/client'

/** Prices by provider, cached because every call asks for them. */
const known = new WeakMap<Provider, ProviderPrices>()

/**
 * Returns the prices that a provider states for its calls, in nano-credits; null if it states none. A look-up has the
 * user as its one item.
 */
export function providerPrices(provider: Provider): ProviderPrices {
  const prices = known.get(provider) ?? readPrices(provider)
  known.set(provider, prices)
  return prices
}

const readPrices = ({ price, lookup, paths }: Provider): ProviderPrices => ({
  ...byOperation((operation) => tariffOf(price[operation])),
  [LOOK_UP]: tariffOf(lookup?.price ?? null),
  ...Object.fromEntries(paths.map(({ name, price }) => [name, tariffOf(price)])),
})

function tariffOf(stated: Provider['price']['timeline']): Tariff | null {
  if (stated === null) return null
  const { perItem, perCall, minPerCall, steps, onceADayIn } = stated
  return {
    ...{ perItem: nano(perItem), perCall: nano(perCall), minPerCall: nano(minPerCall), onceADayIn },
    steps: steps.map((step) => ({ from: step.from, perItem: nano(step.perItem) })),
  }
}

/** Reads an amount that the schema has checked. */
const nano = (text: string) => parseNano(text) ?? 0n
