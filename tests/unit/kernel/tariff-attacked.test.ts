import { expect, test } from 'vitest'
import { describeMost } from '@/components/searches/price-range'
import { chargeOf, leadPrice, maxChargeOf, parseNano, type Tariff, unitOf, withLeadPrice } from '@/lib/kernel'
import { compareServices } from '@/lib/money/costs'

const nano = (text: string) => parseNano(text) ?? expect.unreachable()
/** twitterapi.io’s followers. */
const FOLLOWERS: Tariff = {
  ...{ perItem: nano('3'), perCall: 0n, minPerCall: nano('60'), onceADayIn: null },
  steps: [
    { from: 100, perItem: nano('2') },
    { from: 200, perItem: nano('1') },
  ],
}

test('“at most” is no less than what pages that are a little short cost', () => {
  const estimate = { mostItems: 200, tariff: FOLLOWERS, keepsToCount: true, unit: 'credits' }
  const told = Number(/\(([\d.,]+) credits\)/.exec(describeMost(estimate, 1000))?.[1]?.replaceAll(',', ''))
  // 199 items a page, as a service sends that leaves out suspended users.
  const real = Array.from({ length: 5 }, () => chargeOf(FOLLOWERS, { items: 199, chargedItems: 199 }))
  const sum = real.reduce((all, each) => all + each, 0n)
  expect(maxChargeOf(FOLLOWERS, 200)).toBe(nano('398'))
  expect(nano(String(told))).toBeGreaterThanOrEqual(sum)
})

test('“at most” of a service that charges by the call holds pages of fewer items', () => {
  const tariff: Tariff = { perItem: 0n, perCall: nano('0.001'), minPerCall: 0n, steps: [], onceADayIn: null }
  const told = Number(
    /\(([\d.,]+) USD\)/.exec(
      describeMost({ mostItems: 20, tariff, keepsToCount: true, unit: 'USD' }, 100),
    )?.[1],
  )
  // 100 items in pages of 17 are six calls.
  expect(nano(String(told))).toBeGreaterThanOrEqual(6n * tariff.perCall)
})

test('a tariff of steps alone has a lead price: an admin’s price changes all parts', () => {
  const tariff: Tariff = { ...FOLLOWERS, perItem: 0n, minPerCall: 0n }
  expect(leadPrice(tariff)).toBeGreaterThan(0n)
})

test('a price in proportion leaves a unit that is no dust', () => {
  const changed = withLeadPrice(FOLLOWERS, nano('3.5'))
  expect(unitOf(changed)).toBeGreaterThan(nano('0.001'))
})

test('items that services bought through the gateway are not free elsewhere: nobody knows which were new', () => {
  const once: Tariff = { perItem: nano('0.005'), perCall: 0n, minPerCall: 0n, steps: [], onceADayIn: 'UTC' }
  const [row] = compareServices({ search: { pages: 50, items: 1000, newItems: 0 } }, [
    {
      ...{ name: 'X', prices: { search: once, timeline: once, followers: once } },
      ...{
        pageSizes: { timeline: 100, search: 100, followers: 1000 },
        unitCost: { currency: 'USD', nano: nano('1') },
      },
    },
  ])
  expect(row).toMatchObject({ fromMicro: 5_000_000n })
})
