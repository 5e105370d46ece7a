import { expect, test } from 'vitest'
import { type UsageRow, usageColumns } from '@/components/usage/usage-columns'
import { NANO_PER_CREDIT } from '@/lib/kernel'

const credits = (count: number) => BigInt(count) * NANO_PER_CREDIT

const row = (of: Partial<UsageRow>): UsageRow => ({
  ...{ member: 'm', name: 'M', share: 1, beforeNano: 0n, pages: 1, unknowns: 0, unpricedItems: 0 },
  ...{ nano: 0n, items: 0, newItems: 0, again: { items: 0, nano: 0n }, searched: { nano: 0n, items: 0 } },
  ...of,
})

const told = (of: UsageRow, beside: UsageRow) =>
  Object.fromEntries(usageColumns([of, beside], false).map(({ key, text }) => [key, text(of)]))

test('a new item costs what searches paid for it: what a service bought beside them is compared with nothing', () => {
  const both = row({
    ...{ nano: credits(300), items: 300, newItems: 50 },
    ...{ again: { items: 50, nano: credits(50) }, searched: { nano: credits(100), items: 100 } },
  })
  expect(told(both, both)).toMatchObject({ new: '50', repeat: '50%', costOfNew: '2.00' })
})

test('of what services bought alone it is not known what was new', () => {
  const searched = row({ nano: credits(1), items: 1, newItems: 1, searched: { nano: credits(1), items: 1 } })
  const byService = row({ nano: credits(200), items: 200 })
  expect(told(byService, searched)).toMatchObject({ items: '200', new: '—', repeat: '—', costOfNew: '—' })
})
