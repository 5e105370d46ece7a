import { expect, test } from 'vitest'
import {
  chargeUnit,
  leadPrice,
  leadPriceAt,
  leadUnit,
  perItemTariff,
  type Tariff,
  withLeadPrice,
} from '@/lib/kernel'

const NOTHING = perItemTariff(0n)
const STEPS = {
  steps: [
    { from: 1, perItem: 0n },
    { from: 100, perItem: 2n },
    { from: 200, perItem: 1n },
  ],
}

test.each<[string, Tariff, bigint, 'item' | 'call']>([
  ['of items', { ...NOTHING, perItem: 3n, perCall: 5n, minPerCall: 60n, ...STEPS }, 3n, 'item'],
  ['of calls', { ...NOTHING, perCall: 5n, minPerCall: 60n }, 5n, 'call'],
  ['of calls and steps', { ...NOTHING, perCall: 5n, ...STEPS }, 5n, 'call'],
  ['of steps alone', { ...NOTHING, minPerCall: 60n, ...STEPS }, 2n, 'item'],
  ['of a least price alone', { ...NOTHING, minPerCall: 60n }, 60n, 'call'],
  ['of nothing', NOTHING, 0n, 'item'],
])('the lead price of a tariff %s', (_, tariff, price, unit) => {
  expect([leadPrice(tariff), leadUnit(tariff)]).toEqual([price, unit])
  expect(leadPriceAt(tariff, chargeUnit(tariff))).toBe(price)
})

test('an admin’s price changes all parts of a tariff of steps alone', () => {
  const tariff = { ...NOTHING, minPerCall: 60n, ...STEPS }
  expect(withLeadPrice(tariff, 4n)).toEqual({
    ...{ ...tariff, minPerCall: 120n },
    steps: [
      { from: 1, perItem: 0n },
      { from: 100, perItem: 4n },
      { from: 200, perItem: 2n },
    ],
  })
})
