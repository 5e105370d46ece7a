import { byOperation, type ProviderPrices, parseNano, type Tariff } from '@/lib/kernel'
import type { Provider } from '@/lib/upstream/client'

/** What a provider states that its lists cost, in nano-credits; null where it states nothing. */
export const providerPrices = ({ price }: Provider): ProviderPrices =>
  byOperation((operation) => tariffOf(price[operation]))

/** What a provider states that the look-up of a user costs, with the user as its one item. */
export const lookUpTariff = ({ lookup }: Provider): Tariff | null => tariffOf(lookup?.price ?? null)

function tariffOf(stated: Provider['price']['timeline']): Tariff | null {
  if (stated === null) return null
  const { perItem, perCall, minPerCall, steps, onceADayIn } = stated
  return {
    ...{ perItem: nano(perItem), perCall: nano(perCall), minPerCall: nano(minPerCall), onceADayIn },
    steps: steps.map((step) => ({ from: step.from, perItem: nano(step.perItem) })),
  }
}

/** The schema has checked that it is an amount. */
const nano = (text: string) => parseNano(text) ?? 0n
