import { expect, test } from 'vitest'
import { MEASURE_NAMES, type UsageRow, usageChartData } from '@/components/usage'
import { NANO_PER_CREDIT } from '@/lib/kernel'
import { addSums, type MeasureSums, type UsageReport, ZERO_SUMS } from '@/lib/money/usage'

const BUCKETS = [0, 1, 2].map((place) => ({
  ...{ key: `b${place}`, label: `B${place}`, title: `Bar ${place}` },
  ...{ from: place * 4, to: place * 4 + 4 },
}))

const sums = (size: number): MeasureSums => ({
  ...{ nano: BigInt(size) * NANO_PER_CREDIT, items: size, newItems: 1, pages: 1, unpricedItems: 0 },
  ...{ frees: size, refused: size, unknowns: size, waitedMs: size, latencyMs: size * 10 },
  searched: { nano: BigInt(size) * NANO_PER_CREDIT, items: size, newItems: 1 },
})

/** Returns a report of this many members, each with a bar of its size in the second bucket. */
function reportOf(many: number): { readonly report: UsageReport; readonly rows: readonly UsageRow[] } {
  const members = Array.from({ length: many }, (_, place) => ({
    ...{ member: `m${place}`, sums: sums(many - place + 1), before: null },
  }))
  const bars = (isMeant: (member: string) => boolean) => {
    const own = members.filter(({ member }) => isMeant(member))
    return [ZERO_SUMS, addSums(own.map((each) => each.sums)), ZERO_SUMS]
  }
  const sumsIn = (asked: readonly string[] | 'all') =>
    bars((member) => asked === 'all' || asked.includes(member))
  const sumsBeside = (asked: readonly string[]) => bars((member) => !asked.includes(member))
  const rows = members.map((each) => ({ ...each, name: each.member.toUpperCase(), share: 0 }))
  return { report: { buckets: BUCKETS, members, sumsIn, sumsBeside, before: null }, rows }
}

const dataOf = (many: number, over: Partial<Parameters<typeof usageChartData>[0]> = {}) =>
  usageChartData({
    ...{ ...reportOf(many), measure: 'credits', step: 'day', colorOf: () => null },
    ...{ beforeLabel: 'Before', balance: [] },
    ...over,
  })

test('with more than eight members the rest are one series, and no measure loses any of them', () => {
  expect(dataOf(8).series).toHaveLength(8)
  for (const measure of MEASURE_NAMES) {
    const { series, totals, isMean } = dataOf(12, { measure })
    expect(series.map(({ label }) => label).at(-1), measure).toBe('5 others')
    if (isMean) continue
    const sum = series.reduce((total, { values }) => total + (values[1] ?? 0), 0)
    expect(String(sum), measure).toBe(totals?.[1])
  }
})

test('a mean is shown only for buckets with data, and as a whole it is no sum', () => {
  const { series, totals } = dataOf(2, { measure: 'cost-per-new' })
  expect(series.map(({ values }) => values)).toEqual([
    [null, 3, null],
    [null, 2, null],
  ])
  expect(totals?.[1]).toBe('2.50')
})

test('events are placed at their bar', () => {
  const marks = [
    { kind: 'top-up', quarterHour: 5, text: 'Top-up +100', nano: 100n },
    { kind: 'price', quarterHour: 12, text: 'Later', nano: null },
  ] as const
  expect(dataOf(1, { marks }).marks).toEqual([[], [{ kind: 'top-up', text: 'Top-up +100', nano: 100n }], []])
})
