import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProviderPrices, Tariff } from '@/lib/kernel'
import { findLostSums, itemsForUnits, proveLostCalls, splitLostSum } from '@/lib/money/statements/lost-sum'
import { explainWindows } from '@/lib/money/statements/movements'
import { buildWindows, createCleanReadingTest } from '@/lib/money/statements/windows'
import { certain } from './explained'
import { Life } from './life'

const PRICE = 100_000_000n

/** The tariff of a service that charges by the size of the page. */
const STEPS: Tariff = {
  ...{ perItem: 3n * PRICE, perCall: 0n, minPerCall: 60n * PRICE, onceADayIn: null },
  steps: [
    { from: 100, perItem: 2n * PRICE },
    { from: 200, perItem: PRICE },
  ],
}

const proofs = ({ readings, lost }: Life, provider: ProviderPrices = {}) => {
  const isClean = createCleanReadingTest(lost)
  const anchors = readings.filter((reading) => isClean(reading))
  return proveLostCalls(explainWindows(buildWindows(anchors, lost)).movements, provider).map(
    ({ attemptId, finding, items }) => [attemptId, finding, items],
  )
}

test('a balance that fell by exactly the cost of the pages proves that no lost call was charged', () => {
  const life = new Life().page('search', 80, PRICE).lose(0, PRICE).lose(0, PRICE).read()
  expect(proofs(life)).toEqual([
    ['lost 0', 'uncharged', 0],
    ['lost 1', 'uncharged', 0],
  ])
})

test('a single lost call was charged for the items that the rest corresponds to', () => {
  expect(proofs(new Life().page('search', 80, PRICE).lose(37, PRICE).read().read())).toEqual([
    ['lost 0', 'charged', 37],
  ])
})

test('with the tariff of a list, a charge corresponds to a different number of items than of units', () => {
  const life = () => {
    const lived = new Life().lose(150, PRICE, 398).read().read()
    for (const [place, call] of lived.lost.entries()) lived.lost[place] = { ...call, maxItems: 200 }
    return lived
  }
  expect(proofs(life(), { search: STEPS })).toEqual([['lost 0', 'charged', 50]])
  expect(proofs(life())).toEqual([['lost 0', 'charged', 150]])
})

test.each<[bigint, number, number]>([
  [0n, 200, 0],
  [150n, 200, 50],
  // The minimum per call, which covers up to twenty items.
  [60n, 200, 20],
  [60n, 5, 5],
  // A hundred items cost the same.
  [200n, 200, 200],
  [200n, 199, 100],
  // Between the charges of two pages, as a share of a sum may be; the nearest counts.
  [151n, 90, 50],
  [500n, 200, 199],
])('%i units of a tariff in steps, of at most %i items, are %i items', (units, maxItems, items) => {
  expect(itemsForUnits({ operation: 'search', maxItems }, units, { search: STEPS })).toBe(items)
})

test.each<[string, Tariff | null, bigint, number]>([
  [
    'charged by the call: a whole page',
    { ...STEPS, perItem: 0n, steps: [], minPerCall: 0n, perCall: PRICE },
    1n,
    20,
  ],
  ['charged by items alone', { ...STEPS, minPerCall: 0n, steps: [] }, 7n, 7],
  ['charged by items alone, past the page', { ...STEPS, minPerCall: 0n, steps: [] }, 70n, 20],
  ['free', { ...STEPS, perItem: 0n, minPerCall: 0n, steps: [] }, 7n, 7],
  ['of no known tariff', null, 70n, 20],
])('items of a call that is %s', (_, tariff, units, items) => {
  expect(itemsForUnits({ operation: 'search', maxItems: 20 }, units, { search: tariff })).toBe(items)
})

test('two lost calls are proven if they were charged in full, but not in part', () => {
  expect(proofs(new Life().lose(100, PRICE).lose(100, PRICE).read())).toEqual([
    ['lost 0', 'charged', 100],
    ['lost 1', 'charged', 100],
  ])
  expect(proofs(new Life().lose(30, PRICE).lose(20, PRICE).read())).toEqual([])
})

test('nothing is proven if the rest is not a whole number of items, or outside spend falls into that time', () => {
  expect(proofs(new Life().lose(0, PRICE).thief(33_333_000n).read())).toEqual([])
  expect(proofs(new Life().read().thief(5_000_001_000n).read().lose(37, PRICE).read())).toEqual([])
  expect(proofs(new Life().lose(100, PRICE).thief(1_000_001_000n).read())).toEqual([])
})

test('a lost call counts at the price of its time, not at a higher one to come', () => {
  const life = new Life().lose(100, PRICE).read()
  // It was reserved at 0.2, because that price is due tomorrow.
  for (const [place, call] of life.lost.entries()) life.lost[place] = { ...call, maxNano: 20_000_000_000n }
  expect(proofs(life)).toEqual([['lost 0', 'charged', 100]])
})

test('a lost call was charged at the API’s price if that is known, not at the booked one', () => {
  const life = new Life()
    .page('search', 100, 2n * PRICE, PRICE)
    .read()
    .page('search', 40, 2n * PRICE, PRICE)
  life
    .read()
    .lose(30, 2n * PRICE)
    .read()
  for (const [place, call] of life.lost.entries()) life.lost[place] = { ...call, priceNano: PRICE }
  expect(proofs(life)).toEqual([['lost 0', 'charged', 30]])
})

test('a price that is only known later proves earlier lost calls', () => {
  const life = new Life()
    .page('search', 100, 2n * PRICE, PRICE)
    .read()
    .lose(30, 2n * PRICE)
    .read()
  life
    .page('search', 40, 2n * PRICE, PRICE)
    .read()
    .read()
  for (const [place, call] of life.lost.entries()) life.lost[place] = { ...call, priceNano: 7n * PRICE }
  expect(proofs(life)).toEqual([['lost 0', 'charged', 30]])
})

test('large pages at prices of many digits are proven, despite their many combinations', () => {
  const life = new Life().lose(150, 83_719_253n, 200).lose(177, 61_234_577n, 200).lose(200, 7_654_321n, 200)
  expect(proofs(life.read()).map(([, , items]) => items)).toEqual([150, 177, 200])
  const two = new Life().lose(60, 123_456_789n).lose(100, 98_765_431n).lose(100, 98_765_431n).read()
  expect(proofs(two).map(([, , items]) => items)).toEqual([60, 100, 100])
})

test('nothing is proven while pages have no price', () => {
  expect(proofs(new Life().page('search', 10, PRICE, null).lose(0, PRICE).read())).toEqual([])
})

test('several lost calls are proven if only one combination of their items gives the rest', () => {
  const life = new Life().lose(1, 70_000_000n).lose(1, 50_000_000n).lose(0, 1_000_000_000n).read()
  expect(proofs(life)).toEqual([
    ['lost 0', 'charged', 1],
    ['lost 1', 'charged', 1],
    ['lost 2', 'uncharged', 0],
  ])
  expect(proofs(new Life().lose(5, 70_000_000n).lose(5, 50_000_000n).read())).toEqual([])
  const many = new Life()
  for (let call = 0; call < 95; call++) many.lose(call % 3 === 0 ? 100 : 0, PRICE)
  expect(proofs(many.read())).toEqual([])
})

test('whatever was charged, the shares add up to the sum, and no call counts for more than it can have cost', () => {
  const calls = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 100 }), fc.constantFrom(PRICE, PRICE, 70_000_000n)),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(calls, (all) => {
      const life = new Life()
      for (const [charged, price] of all) life.lose(charged, price)
      const { movements } = explainWindows(buildWindows(life.read().readings, life.lost))
      const [sum] = findLostSums(movements)
      const shares = sum ? splitLostSum(sum, {}) : []
      expect(shares.reduce((nano, { chargeNano }) => nano + chargeNano, 0n)).toBe(sum?.nano)
      for (const { call, items, chargeNano } of shares) {
        expect(items).toBeLessThanOrEqual(call.maxUnits)
        expect(chargeNano).toBeLessThanOrEqual(call.maxNano ?? 0n)
        expect(chargeNano).toBeGreaterThanOrEqual(0n)
      }
    }),
  )
})

test('a price that changed beside a lost call proves nothing, and causes no outside spend', () => {
  const lower = new Life().page('search', 20, PRICE).read().lose(0, PRICE)
  lower
    .page('search', 60, PRICE)
    .page('search', 40, PRICE / 2n, PRICE)
    .read()
    .page('search', 7, PRICE / 2n)
    .read()
  // A hundred at the new price would cost the same as sixty of the lost call.
  expect(proofs(lower)).toEqual([])
  const higher = new Life().page('search', 50, PRICE).read().lose(0, PRICE).page('search', 60, PRICE)
  for (const items of [100, 100]) higher.page('search', items, 2n * PRICE, PRICE)
  higher
    .read()
    .page('search', 70, 2n * PRICE)
    .read()
  expect([proofs(higher), certain(higher)]).toEqual([[], []])
})

test('a lost call that was charged while no price was known causes no outside spend', () => {
  const life = new Life()
    .lose(0, PRICE)
    .thief(100n * PRICE)
    .read()
  const resolution = { isCharged: true, chargeNano: null, at: new Date(0) }
  for (const [place, call] of life.lost.entries())
    life.lost[place] = { ...call, priceNano: null, maxNano: null, resolution }
  expect(certain(life)).toEqual([])
})

test('a lost call without a price that was not charged has no share', () => {
  const life = new Life().lose(0, PRICE).read()
  const calls = life.lost.map((call) => ({ ...call, priceNano: 0n }))
  expect(splitLostSum({ from: new Date(0), to: new Date(1), nano: 0n, calls }, {})).toMatchObject([
    { items: 0, chargeNano: 0n },
  ])
})
