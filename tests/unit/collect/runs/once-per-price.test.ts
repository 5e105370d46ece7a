import { expect, test, vi } from 'vitest'
import { memoisePriceLookup } from '@/lib/collect/runs/purchase/attempts'
import { type OperationName, type ProviderPrices, perItemTariff, type Tariff } from '@/lib/kernel'

const states = (timeline: bigint | null): ProviderPrices => ({
  timeline: timeline === null ? null : perItemTariff(timeline),
  search: perItemTariff(1n),
  followers: null,
})

test('a price is looked up once per operation, wallet and provider, and never taken from another one', async () => {
  const ask = vi.fn(
    async (operation: OperationName, _: string, provider: ProviderPrices): Promise<Tariff | null> =>
      provider[operation] ?? null,
  )
  const priceOf = memoisePriceLookup(ask)
  expect(await priceOf('timeline', 'main', states(2n))).toEqual(perItemTariff(2n))
  expect(await priceOf('timeline', 'main', states(2n))).toEqual(perItemTariff(2n))
  expect(await priceOf('search', 'main', states(2n))).toEqual(perItemTariff(1n))
  expect(ask).toHaveBeenCalledTimes(2)
  expect(await priceOf('timeline', 'main', states(3n))).toEqual(perItemTariff(3n))
  expect(await priceOf('timeline', 'main', states(null))).toBeNull()
  expect(await priceOf('timeline', 'other', states(2n))).toEqual(perItemTariff(2n))
  expect(ask).toHaveBeenCalledTimes(5)
})
