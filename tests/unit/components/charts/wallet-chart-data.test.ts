import { describe, expect, test } from 'vitest'
import { walletChartData } from '@/components/charts/wallet-chart-data'
import { NANO_PER_CREDIT } from '@/lib/kernel'
import type { WalletChart } from '@/lib/money/usage'

const DAY = 86_400_000
const credits = (count: number) => BigInt(count) * NANO_PER_CREDIT

/** A wallet of three days, seen at noon of the third, with a forecast of fourteen days. */
const chartOf = (over: Partial<WalletChart> = {}): WalletChart => ({
  step: 'day',
  buckets: [0, 1, 2].map((day) => ({
    key: `day ${day}`,
    title: `Day ${day}`,
    fromMs: day * DAY,
    toMs: (day + 1) * DAY,
  })),
  balance: [null, credits(100), credits(40)],
  series: [
    { key: 'one', label: 'production', color: 'blue', chargeNano: [credits(1), credits(2), credits(3)] },
    { key: 'two', label: 'staging', color: null, chargeNano: [0n, credits(1), credits(1)] },
  ],
  beforeNano: [credits(5), 0n, 0n],
  nowMs: 2.5 * DAY,
  nowNano: credits(38),
  forecast: Array.from({ length: 14 }, (_, index) => ({
    atMs: (4 + index) * DAY,
    p10: credits(20 - index),
    p50: credits(30 - index),
    p90: credits(36 - index),
  })),
  runOut: { p10: new Date(5 * DAY), p50: new Date(6.5 * DAY), p90: null },
  marks: [{ kind: 'outside', atMs: 1.5 * DAY, text: 'Outside spend −60', nano: credits(-60) }],
  ...over,
})
const dataOf = (over?: Partial<WalletChart>) => walletChartData(chartOf(over), 'UTC', 'The 3 days before')

describe('a wallet’s chart', () => {
  test('continues its past buckets with those of the forecast', () => {
    const { buckets, today, series, totals, before, line, marks } = dataOf()
    expect(buckets).toHaveLength(17)
    expect(buckets.slice(2, 4).map(({ label }) => label)).toEqual(['3 Jan', '4 Jan'])
    expect(today).toBe(2)
    expect(line?.values.slice(0, 4)).toEqual([null, 100, 38, null])
    expect(line?.texts.slice(0, 4)).toEqual(['not known', '100', '38', 'about 30 (20 – 36)'])
    expect(series.map(({ values }) => values.slice(0, 4))).toEqual([
      [1, 2, 3, null],
      [0, 1, 1, null],
    ])
    expect(totals?.slice(0, 4)).toEqual(['1', '3', '4', ''])
    expect(before?.values.slice(0, 4)).toEqual([5, 0, 0, null])
    expect(marks?.map((each) => each.length)).toEqual([0, 1, ...new Array(15).fill(0)])
  })

  test('draws the forecast from the present balance on', () => {
    const forecast = dataOf().line?.forecast
    expect(forecast?.slice(1, 4)).toEqual([
      null,
      { low: 38, middle: 38, high: 38 },
      { low: 20, middle: 30, high: 36 },
    ])
  })

  test('marks the day on which the wallet is probably empty, if it is in the drawing', () => {
    expect(dataOf().line?.end).toEqual({ index: 6, text: '7 Jan: empty' })
    expect(dataOf({ runOut: { p10: null, p50: null, p90: null } }).line?.end).toBeNull()
    expect(dataOf({ runOut: { p10: null, p50: new Date(90 * DAY), p90: null } }).line?.end).toBeNull()
  })

  test('draws one coming bucket a week beside weeks', () => {
    const buckets = [{ key: 'week', title: 'Week', fromMs: -4 * DAY, toMs: 3 * DAY }]
    const data = dataOf({ step: 'week', buckets, balance: [credits(38)] })
    expect(data.buckets).toHaveLength(3)
    expect(data.line?.forecast?.at(-1)).toEqual({ low: 7, middle: 17, high: 23 })
  })

  test('of a past range has no present and no forecast', () => {
    const { buckets, today, line } = dataOf({ nowMs: 40 * DAY, nowNano: null, forecast: [], runOut: null })
    expect(buckets).toHaveLength(3)
    expect(today).toBeUndefined()
    expect(line?.values).toEqual([null, 100, 40])
  })

  test('leaves out the buckets of a range that have not begun', () => {
    expect(dataOf({ nowMs: 1.5 * DAY, forecast: [] }).buckets).toHaveLength(2)
  })
})
