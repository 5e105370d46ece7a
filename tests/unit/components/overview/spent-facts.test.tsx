import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RepurchaseFact, SpentFact, type SpentTotal } from '@/components/overview'

const CREDIT = 1_000_000_000n
const SEARCHED: SpentTotal = {
  ...{ nano: 10n * CREDIT, beforeNano: 0n, items: 50, newItems: 50, unpricedItems: 0 },
  ...{ again: { items: 0, nano: 0n }, searched: { items: 50, nano: 10n * CREDIT } },
}
/** Besides, a service bought 20 items for 3 credits. */
const WITH_SERVICE: SpentTotal = { ...SEARCHED, nano: 13n * CREDIT, items: 70 }

const words = (node: ReactNode): string =>
  renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>).replace(/<style.*?<\/style>|<[^>]*>/g, '')
const spent = (total: SpentTotal) =>
  words(<SpentFact spent={total} before="the 7 days before" unit="credits" />)
const again = (total: SpentTotal) =>
  words(<RepurchaseFact spent={total} unit="credits" search={null} member={null} />)

test('all items are told by what is known of them: what a service bought does not look bought again', () => {
  expect(spent(WITH_SERVICE)).toContain('70 items · 0.20 per new item')
  expect(again(WITH_SERVICE)).toContain(
    'No search bought an item twice. Items that services buy are not compared.',
  )
})

test('where searches bought all of it, nothing is said of services', () => {
  expect(spent(SEARCHED)).toMatch(/50 items · 0\.20 per new item$/)
  expect(again(SEARCHED)).toMatch(/No search bought an item twice\.$/)
})

test('what was bought again is one of the parts, in both', () => {
  const total = { ...WITH_SERVICE, newItems: 40, again: { items: 10, nano: 2n * CREDIT } }
  expect(spent(total)).toMatch(/70 items · 0\.25 per new item$/)
  // The same question asked by two searches is bought twice, and is not in these figures.
  expect(again(total)).toContain('10 items within a search, 15% of spend')
})
