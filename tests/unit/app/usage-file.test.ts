import { expect, test } from 'vitest'
import { usageFile } from '@/app/(dashboard)/[team]/usage/usage-file'
import type { UsageRow } from '@/components/usage'

const row = (over: Partial<UsageRow>): UsageRow => ({
  ...{ member: 'a', name: 'Coffee', share: 0.75, nano: 1_234_567_000_000n, beforeNano: 1_000_000_000_000n },
  ...{ items: 8000, newItems: 2000, pages: 80, unknowns: 0, unpricedItems: 0 },
  again: { items: 6000, nano: 925_000_000_000n },
  searched: { items: 8000, nano: 1_234_567_000_000n },
  ...over,
})
const linesOf = (rows: readonly UsageRow[], isCompared = false) =>
  usageFile('Search', rows, isCompared).replace('\ufeff', '').trimEnd().split('\r\n')

test('the file of usage has the table’s columns, amounts in full, and no column that holds nothing', () => {
  expect(linesOf([row({})])).toEqual([
    'Search,Credits,Share,Items,New,Repeat,Pages,Credits per new item',
    '"Coffee",1234.567,75%,8000,2000,75%,80,0.6172835',
  ])
})

test('it has the period before where the table is compared with it, and columns of what is unknown where there is any', () => {
  const odd = row({ name: '=1+1', again: null, searched: null, unknowns: 2, unpricedItems: 8000, nano: 0n })
  expect(linesOf([odd], true)).toEqual([
    'Search,Credits,Share,Credits before,Change,Items,Pages,Items without a price,Unknown calls',
    `"'=1+1",,75%,1000,-100%,8000,80,8000,2`,
  ])
})
