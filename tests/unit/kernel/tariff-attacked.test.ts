import { expect, test } from 'vitest'
import { parseNano, type Tariff, unitOf, withLeadPrice } from '@/lib/kernel'

const nano = (text: string) => parseNano(text) ?? expect.unreachable()
/** twitterapi.io’s followers. */
const FOLLOWERS: Tariff = {
  ...{ perItem: nano('3'), perCall: 0n, minPerCall: nano('60'), onceADayIn: null },
  steps: [
    { from: 100, perItem: nano('2') },
    { from: 200, perItem: nano('1') },
  ],
}

test('a price in proportion leaves a unit that is no dust', () => {
  const changed = withLeadPrice(FOLLOWERS, nano('3.5'))
  expect(unitOf(changed)).toBeGreaterThan(nano('0.001'))
})
