import { describe, expect, test } from 'vitest'
import {
  barsHeight,
  bucketShares,
  type ChartData,
  describeUndrawnLine,
  formatForecast,
  isIsolatedValue,
  isLineDrawn,
  toRechartsRows,
} from '@/components/charts/chart-data'

const chart = (values: Readonly<Record<string, number | null>>): ChartData => ({
  ...{ unit: 'credits', axis: 'Credits per day' },
  buckets: [{ key: '2026-11-01', label: '1 Nov', title: '1 November 2026' }],
  series: Object.entries(values).map(([key, value]) => ({
    key,
    label: key,
    values: [value],
    texts: [value === null ? 'unknown' : String(value)],
  })),
  totals: [],
  line: null,
})

test('a line of one value is described in words, because its drawing would show no movement', () => {
  const line = (...values: (number | null)[]) => ({
    ...{ label: 'Balance', axis: 'Balance, credits', values },
    texts: values.map((value) => (value === null ? 'unknown' : `${value} credits`)),
  })
  expect(isLineDrawn(line(null, 5, 4))).toBe(true)
  expect(isLineDrawn(line(null, 5))).toBe(false)
  const data = { ...chart({ a: 1 }), line: line(99_987) }
  expect(describeUndrawnLine(data)).toBe('Balance: 99987 credits (1 November 2026)')
  expect(describeUndrawnLine({ ...data, line: line(null) })).toBe('')
})

describe('a bucket in words', () => {
  test('lists the largest first, with shares, and unknown values last', () => {
    const rows = bucketShares(chart({ a: 1, b: null, c: 3 }), 0)
    expect(rows.map(({ key, share, text }) => [key, share, text])).toEqual([
      ['c', 0.75, '3'],
      ['a', 0.25, '1'],
      ['b', null, 'unknown'],
    ])
  })

  test('keeps the colour of a series whatever its size', () => {
    const small = bucketShares(chart({ a: 1, b: 2 }), 0).find(({ key }) => key === 'a')
    const large = bucketShares(chart({ a: 9, b: 2 }), 0).find(({ key }) => key === 'a')
    expect(small?.color).toBe(large?.color)
  })

  test('has a share of 0 if the total is 0', () => {
    expect(bucketShares(chart({ a: 0 }), 0)[0]?.share).toBe(0)
  })
})

test('rows name series by index, so that a key with dots is no path, and keep unknown values as null', () => {
  expect(toRechartsRows(chart({ 'a.b': 1, 'c[0]': null }))).toEqual([
    { place: 0, line: null, s0: 1, s1: null },
  ])
})

test('the axis covers the sum of a bucket’s series, and the previous period', () => {
  expect(barsHeight(chart({ a: 1, b: null, c: 3 }))).toBe(4)
  const before = { label: 'Before', values: [9, null], texts: [] }
  expect(barsHeight({ ...chart({ a: 1 }), before })).toBe(9)
  expect(barsHeight(chart({}))).toBe(0)
})

test('a value between two gaps is isolated', () => {
  const values = [1, null, 2, null, 3, 4]
  expect(values.map((_, place) => isIsolatedValue(values, place))).toEqual([
    true,
    false,
    true,
    false,
    false,
    false,
  ])
})

test('a forecast is never rounded to 0, nor a million to the same figure as its neighbours', () => {
  expect([0, 0.00025, 0.5, 12.345, 1500.4].map(formatForecast)).toEqual([
    ...['0', '0.00025', '0.5', '12.35', '1,500'],
  ])
  expect([1_004_400, 999_600].map(formatForecast)).toEqual(['1,004,000', '999,600'])
})
