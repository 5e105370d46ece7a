import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prepareSeries, type SpendCell } from '@/lib/money/usage/list-spend'

const cell = (bucket: number, member: string, items: number, over: Partial<SpendCell> = {}): SpendCell => ({
  bucket,
  member,
  pages: 1,
  items,
  chargeNano: BigInt(items) * 150_000_000n,
  unpricedItems: 0,
  ...over,
})
const named = (member: string) => ({ label: `The ${member}`, color: member === 'production' ? 'teal' : null })

describe('series', () => {
  test('are dense: a bucket without a row is 0', () => {
    const [series] = prepareSeries(4, [cell(2, 'production', 20)], named)
    expect(series).toMatchObject({ key: 'production', label: 'The production', color: 'teal' })
    expect(series?.items).toEqual([0, 0, 20, 0])
    expect(series?.chargeNano).toEqual([0n, 0n, 3_000_000_000n, 0n])
  })

  test('are ordered by the largest charge, then by the most items', () => {
    const free = { chargeNano: 0n, unpricedItems: 10 }
    const cells = [
      cell(0, 'few', 5, free),
      cell(0, 'dear', 1, { chargeNano: 9_000_000_000n }),
      cell(0, 'many', 50, free),
      cell(1, 'cheap', 10),
    ]
    expect(prepareSeries(2, cells, named).map(({ key }) => key)).toEqual(['dear', 'cheap', 'many', 'few'])
  })

  test('are ordered even by charges that differ by less than a float can represent', () => {
    const huge = 2n ** 60n
    const cells = [cell(0, 'less', 1, { chargeNano: huge }), cell(0, 'more', 1, { chargeNano: huge + 1n })]
    expect(prepareSeries(1, cells, named).map(({ key }) => key)).toEqual(['more', 'less'])
  })

  test('are empty without cells', () => {
    expect(prepareSeries(7, [], named)).toEqual([])
  })
})

test('sums of series equal the sums of their cells, in total and in each bucket', () => {
  const BUCKETS = 5
  const cells = fc.array(
    fc.record({
      bucket: fc.nat({ max: BUCKETS - 1 }),
      member: fc.constantFrom('a', 'b', 'c', '__proto__'),
      pages: fc.nat({ max: 1000 }),
      items: fc.nat({ max: 100_000 }),
      chargeNano: fc.bigInt({ min: 0n, max: 2n ** 70n }),
      unpricedItems: fc.nat({ max: 100_000 }),
    }),
    { maxLength: 40 },
  )
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const sumNano = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
  fc.assert(
    fc.property(cells, (cells) => {
      const series = prepareSeries(BUCKETS, cells, named)
      expect(sum(series.map(({ totalPages }) => totalPages))).toBe(sum(cells.map(({ pages }) => pages)))
      expect(sum(series.map(({ totalUnpricedItems }) => totalUnpricedItems))).toBe(
        sum(cells.map(({ unpricedItems }) => unpricedItems)),
      )
      for (const one of series) {
        expect(one.items).toHaveLength(BUCKETS)
        expect(sum(one.items)).toBe(one.totalItems)
        expect(sumNano(one.chargeNano)).toBe(one.totalChargeNano)
      }
      for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
        const here = cells.filter((cell) => cell.bucket === bucket)
        expect(sum(series.map(({ items }) => items[bucket] ?? 0))).toBe(sum(here.map(({ items }) => items)))
        expect(sumNano(series.map(({ chargeNano }) => chargeNano[bucket] ?? 0n))).toBe(
          sumNano(here.map(({ chargeNano }) => chargeNano)),
        )
      }
    }),
  )
})
