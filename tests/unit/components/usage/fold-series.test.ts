import { expect, test } from 'vitest'
import { foldSeries } from '@/components/usage/fold-series'
import type { SpendSeries } from '@/lib/money/usage'

const series = (place: number): SpendSeries => ({
  ...{
    key: `k${place}`,
    label: `K${place}`,
    color: null,
    items: [place, 1],
    chargeNano: [BigInt(place), 2n],
  },
  ...{ totalItems: place + 1, totalPages: 1, totalChargeNano: BigInt(place) + 2n, totalUnpricedItems: 0 },
})
const make = (count: number) => Array.from({ length: count }, (_, place) => series(place))

test('up to eight series have their own colours; of more, the smallest are combined without losing anything', () => {
  expect(foldSeries(make(8))).toEqual(make(8))
  const folded = foldSeries(make(12))
  expect(folded.map(({ label }) => label)).toEqual(['K0', 'K1', 'K2', 'K3', 'K4', 'K5', 'K6', '5 others'])
  expect(folded.at(-1)).toMatchObject({
    ...{ items: [45, 5], chargeNano: [45n, 10n], totalItems: 50, totalPages: 5, totalChargeNano: 55n },
  })
})
