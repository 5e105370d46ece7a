import { expect, test } from 'vitest'
import { type ByOperation, byOperation, NANO_PER_CREDIT, perItemTariff, type Tariff } from '@/lib/kernel'
import { compareServices, type ListUsage, type ServiceOffer } from '@/lib/money/costs'

const USD = { currency: 'USD', nano: NANO_PER_CREDIT }
const offer = (tariff: Tariff | null, over: Partial<ServiceOffer> = {}): ServiceOffer => ({
  ...{ name: 'Other', prices: byOperation(() => tariff), pageSizes: byOperation(() => 20), unitCost: USD },
  ...over,
})
const use: Partial<ByOperation<ListUsage>> = { timeline: { pages: 3, items: 50, repeats: 20 } }
const only = (offered: ServiceOffer) => compareServices(use, [offered])[0]

test('items that cost the same in any page have one total', () => {
  expect(only(offer(perItemTariff(5_000_000n)))).toEqual({
    ...{ name: 'Other', currency: 'USD', fromMicro: 250_000n, toMicro: 250_000n },
  })
})

test('a price per call gives a range from the fewest possible calls to the actual ones', () => {
  const aCall = { ...perItemTariff(0n), perCall: 1_000_000n }
  expect(only(offer(aCall, { pageSizes: byOperation(() => 50) }))).toMatchObject({
    fromMicro: 1000n,
    toMicro: 3000n,
  })
})

test('if an item is charged once a day, repeats may have cost nothing', () => {
  const daily = { ...perItemTariff(10_000_000n), onceADayIn: 'UTC' }
  expect(only(offer(daily))).toMatchObject({ fromMicro: 300_000n, toMicro: 500_000n })
})

test('a unit of credits is counted at its cost', () => {
  const credits = offer(perItemTariff(15n * NANO_PER_CREDIT), {
    unitCost: { currency: 'USD', nano: 10_000n },
  })
  expect(only(credits)).toMatchObject({ fromMicro: 7500n, toMicro: 7500n })
})

test('a service without a price is not compared, and the reason is given', () => {
  expect(only(offer(null))).toMatchObject({ currency: null, lacks: 'prices' })
  expect(only(offer(perItemTariff(1n), { unitCost: null }))).toMatchObject({ currency: null, lacks: 'unit' })
})
