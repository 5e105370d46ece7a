import { expect, test } from 'vitest'
import { usageCsv } from '@/app/(dashboard)/[team]/usage/export-usage'
import type { MeasureName, UsageRow } from '@/components/usage'
import type { MeasureSums } from '@/lib/money/usage'

const sums = (over: Partial<MeasureSums> = {}): MeasureSums => ({
  ...{ nano: 1_234_567_000_000n, items: 8000, newItems: 2000, pages: 80, unknowns: 0, unpricedItems: 0 },
  ...{ frees: 0, refused: 0, waitedMs: 800, latencyMs: 16_000 },
  searched: { items: 8000, newItems: 2000, nano: 1_234_567_000_000n },
  ...over,
})
const row = (over: Partial<UsageRow>): UsageRow => ({
  ...{ member: 'a', name: 'Coffee', share: 0.75, sums: sums() },
  before: sums({
    nano: 1_000_000_000_000n,
    searched: { items: 8000, newItems: 2000, nano: 617_283_500_000n },
  }),
  ...over,
})
const linesOf = (rows: readonly UsageRow[], isCompared = false, measure: MeasureName = 'credits') =>
  usageCsv('Search', rows, isCompared, measure).replace('\ufeff', '').trimEnd().split('\r\n')

test('the file of usage has the table’s columns, amounts in full, and no column that holds nothing', () => {
  expect(linesOf([row({})])).toEqual([
    'Search,Credits,Share,Items,New,Bought again,Pages,Credits per new item',
    '"Coffee",1234.567,75%,8000,2000,75%,80,0.6172835',
  ])
})

test('it has the period before where the table is compared with it, and columns of what is unknown where there is any', () => {
  const odd = row({
    name: '=1+1',
    sums: sums({ searched: null, unknowns: 2, unpricedItems: 8000, nano: 0n }),
  })
  expect(linesOf([odd], true)).toEqual([
    'Search,Credits,Share,Credits before,Change,Items,Pages,Items without a price,Unknown calls',
    `"'=1+1",,75%,1000,,8000,80,8000,2`,
  ])
})

test('its first figure is the measure’s, with the change of it; a mean has no share', () => {
  expect(linesOf([row({ share: null })], true, 'cost-per-new')).toEqual([
    'Search,Credits per new item,Credits per new item before,Change,Credits,Items,New,Bought again,Pages',
    '"Coffee",0.6172835,0.30864175,100%,1234.567,8000,2000,75%,80',
  ])
})
