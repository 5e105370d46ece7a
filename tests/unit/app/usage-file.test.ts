import { afterEach, expect, test } from 'vitest'
import { usageCsv } from '@/app/(dashboard)/[team]/usage/export-usage'
import type { MeasureName, UsageRow } from '@/components/usage'
import { NANO_PER_CREDIT } from '@/lib/kernel'
import type { MeasureSums } from '@/lib/money/usage'
import { showTeam } from '@/tests/support/shown-team'

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

test('the file of usage has the table’s columns, full amounts, and no empty column', () => {
  expect(linesOf([row({})])).toEqual([
    'Search,Credits,Share,Items,New,Bought again,Pages,Credits per new item',
    '"Coffee",1234.567,75%,8000,2000,75%,80,0.6172835',
  ])
})

test('a team that shows money gets a column of it, by the cost of each row’s wallet', () => {
  const cost = (costMicro: bigint, isAbout = false) => ({
    ...{ creditsNano: 1000n * NANO_PER_CREDIT, costMicro, isAbout },
  })
  const costs = { currency: 'EUR', team: cost(3_000_000n), wallets: { main: cost(2_670_000n, true) } }
  showTeam({ costs })
  const rows = [row({ member: 'main', name: 'Main' }), row({ member: 'spare', name: 'Spare' })]
  const of = (walletOf: (row: { readonly member: string }) => string | null) =>
    usageCsv('Wallet', rows, false, 'credits', walletOf)
      .split('\r\n')
      .slice(0, 3)
      .map((line) => line.split(',').slice(1, 3).join())
  expect(of(({ member }) => member)).toEqual(['Credits,About EUR', '1234.567,3.296294', '1234.567,'])
  expect(of(() => null)).toEqual(['Credits,EUR', '1234.567,3.703701', '1234.567,3.703701'])
})
afterEach(() => showTeam(null))

test('the file has the previous period if the table is compared with it, and columns of unknowns if there are any', () => {
  const odd = row({
    name: '=1+1',
    sums: sums({ searched: null, unknowns: 2, unpricedItems: 8000, nano: 0n }),
  })
  expect(linesOf([odd], true)).toEqual([
    'Search,Credits,Share,Credits before,Change,Items,Pages,Items without a price,Unknown calls',
    `"'=1+1",,75%,1000,,8000,80,8000,2`,
  ])
})

test('the first figure is the chosen measure, with its change; a mean has no share', () => {
  expect(linesOf([row({ share: null })], true, 'cost-per-new')).toEqual([
    'Search,Credits per new item,Credits per new item before,Change,Credits,Items,New,Bought again,Pages',
    '"Coffee",0.6172835,0.30864175,100%,1234.567,8000,2000,75%,80',
  ])
})
