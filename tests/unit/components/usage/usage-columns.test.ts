import { expect, test } from 'vitest'
import { explainEmptyChart } from '@/app/(dashboard)/[team]/usage/usage-card'
import { toUsageRows, type UsageRow, usageColumns } from '@/components/usage/usage-columns'
import { NANO_PER_CREDIT } from '@/lib/kernel'
import { type MeasureSums, ZERO_SUMS } from '@/lib/money/usage'

const credits = (count: number) => BigInt(count) * NANO_PER_CREDIT

const row = (of: Partial<MeasureSums>): UsageRow => ({
  ...{ member: 'm', name: 'M', share: 1, before: null },
  sums: { ...ZERO_SUMS, pages: 1, ...of },
})

const told = (of: UsageRow, beside: UsageRow) =>
  Object.fromEntries(usageColumns([of, beside], false).map(({ key, text }) => [key, text(of)]))

test('a new item costs what searches paid for it; items that a service bought are not compared', () => {
  const both = row({
    ...{ nano: credits(300), items: 300, newItems: 50 },
    searched: { nano: credits(100), items: 100, newItems: 50 },
  })
  expect(told(both, both)).toMatchObject({ new: '50', repeated: '50%', 'cost-per-new': '2.00' })
})

test('for items that only services bought, the new ones are unknown', () => {
  const searched = row({
    ...{ nano: credits(1), items: 1, newItems: 1 },
    searched: { nano: credits(1), items: 1, newItems: 1 },
  })
  const byService = row({ nano: credits(200), items: 200 })
  expect(told(byService, searched)).toMatchObject({
    items: '200',
    new: '—',
    repeated: '—',
    'cost-per-new': '—',
  })
})

test('what calls with lost answers brought and cost is unknown, not nothing', () => {
  const lost = row({ pages: 0, unknowns: 4 })
  expect(told(lost, row({ items: 20 }))).toMatchObject({ credits: '—', items: '—', unknown: '4' })
  expect(told(row({ pages: 0, frees: 6 }), lost)).toMatchObject({ credits: '0.00', items: '0' })
})

test('an empty chart says why, and what may help', () => {
  const lost = row({ pages: 0, unknowns: 4 })
  expect(explainEmptyChart([row({ pages: 0 })], 'credits')?.title).toBe('Nothing was used in this range')
  expect(explainEmptyChart([lost], 'credits')?.title).toBe('Credits: not known for these calls')
  expect([
    explainEmptyChart([lost], 'unknown'),
    explainEmptyChart([lost, row({ items: 20 })], 'credits'),
  ]).toEqual([null, null])
})

test('rows are ordered by the measure, the largest first and the unknown last, with their share', () => {
  const member = (name: string, of: Partial<MeasureSums>) => ({
    member: name,
    sums: { ...ZERO_SUMS, ...of },
    before: null,
  })
  const searched = (nano: number, newItems: number) => ({ nano: credits(nano), items: 10, newItems })
  const all = [
    member('dear', { nano: credits(3), items: 10, pages: 1, searched: searched(3, 1) }),
    member('cheap', { nano: credits(1), items: 30, pages: 2, searched: searched(1, 2) }),
    member('lost', { unknowns: 4 }),
  ]
  const shown = (measure: Parameters<typeof toUsageRows>[1]) =>
    toUsageRows(all, measure, (name) => name).map(({ name, share }) => [name, share])
  expect(shown('credits')).toEqual([
    ['dear', 0.75],
    ['cheap', 0.25],
    ['lost', 0],
  ])
  expect(shown('items')[0]).toEqual(['cheap', 0.75])
  expect(shown('unknown')[0]).toEqual(['lost', 1])
  expect(shown('cost-per-new')).toEqual([
    ['dear', null],
    ['cheap', null],
    ['lost', null],
  ])
})

test('if some items have no price, shares are those of the items', () => {
  const member = (name: string, of: Partial<MeasureSums>) => ({
    member: name,
    sums: { ...ZERO_SUMS, pages: 1, ...of },
    before: null,
  })
  const rows = toUsageRows(
    [member('dear', { nano: credits(3), items: 10 }), member('unpriced', { items: 30, unpricedItems: 30 })],
    'credits',
    (name) => name,
  )
  expect(rows.map(({ name, share }) => [name, share])).toEqual([
    ['dear', 0.25],
    ['unpriced', 0.75],
  ])
})
