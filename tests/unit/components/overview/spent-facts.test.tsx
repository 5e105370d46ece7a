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
/** The same, plus 20 items that a service bought for 3 credits. */
const WITH_SERVICE: SpentTotal = { ...SEARCHED, nano: 13n * CREDIT, items: 70 }

const words = (node: ReactNode): string =>
  renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>).replace(/<style.*?<\/style>|<[^>]*>/g, '')
const spent = (total: SpentTotal) =>
  words(<SpentFact spent={total} before="the 7 days before" unit="credits" />)
const repurchase = (total: SpentTotal) => (
  <RepurchaseFact spent={total} unit="credits" search={null} member={null} />
)
const again = (total: SpentTotal) => words(repurchase(total))
const titles = (total: SpentTotal) =>
  renderToStaticMarkup(<MantineProvider>{repurchase(total)}</MantineProvider>)

test('items that services buy are included, without counting as bought again', () => {
  expect(spent(WITH_SERVICE)).toContain('70 items · searches: 0.20 per new item')
  expect(again(WITH_SERVICE)).toMatch(/No search bought an item twice\.$/)
  expect(titles(WITH_SERVICE)).toContain('Items that services buy are not compared.')
})

test('figures of one card are equally precise: none is compact beside a whole one', () => {
  const total = { ...SEARCHED, nano: 109_512_340_000_000n, beforeNano: 98_765_430_000_000n, items: 10_370 }
  expect(spent(total)).toMatch(/Spentcredits109,512.* from 98,76510,370 items/)
  expect(again({ ...total, again: { items: 3018, nano: 12_345_670_000_000n } })).toMatch(
    /12,34611% of spend · 3,018 items/,
  )
})

test('if searches bought everything, services are not mentioned', () => {
  expect(titles(SEARCHED)).not.toContain('services')
  expect(spent(SEARCHED)).toMatch(/50 items · 0\.20 per new item$/)
  expect(again(SEARCHED)).toMatch(/No search bought an item twice\.$/)
})

test('both facts include what was bought again', () => {
  const total = { ...WITH_SERVICE, newItems: 40, again: { items: 10, nano: 2n * CREDIT } }
  expect(spent(total)).toMatch(/70 items · searches: 0\.25 per new item$/)
  // What two searches with the same question both buy is not in these figures.
  expect(again(total)).toContain('15% of spend · 10 items')
})

test('the search and the member that bought most again are named with their own part', () => {
  const search = { name: 'Brands', href: null, nano: 2n * CREDIT }
  const member = { name: 'Ada', nano: CREDIT }
  const told = words(<RepurchaseFact spent={SEARCHED} unit="credits" search={search} member={member} />)
  expect(told).toMatch(/Top search: Brands, 2(\.00)?Top member: Ada, 1(\.00)?$/)
})
