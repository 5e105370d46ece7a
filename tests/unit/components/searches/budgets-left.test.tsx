import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listShortBudgets, RemainingBudgets, ShortBudgets } from '@/components/searches/budgets-left'
import { perItemTariff } from '@/lib/kernel'
import type { StoppingBudget } from '@/lib/money/budgets'

const CREDIT = 1_000_000_000n
const words = (node: ReactNode): string =>
  renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>)
    .replace(/<style.*?<\/style>|<[^>]*>/g, '')
    .trim()

const day: StoppingBudget = {
  ...{ id: 'day', name: 'Team day', unit: 'credits', period: 'day', left: 7n * CREDIT },
  ...{ withAnyKey: true, keyIds: [] },
}
const ofKey: StoppingBudget = {
  ...{ id: 'key', name: 'Key', unit: 'items', period: 'week', left: 30n },
  ...{ withAnyKey: false, keyIds: ['one'] },
}
const estimate = {
  minItems: 20,
  maxItems: 100,
  tariff: perItemTariff((15n * CREDIT) / 100n),
  keepsToCount: false,
}
function short(budgets: readonly StoppingBudget[], over = {}, chosenId = 'one'): string {
  const page = { ...estimate, ...over }
  const found = listShortBudgets({ budgets, chosenId }, page)
  return words(<ShortBudgets id="short" team="acme" short={found} estimate={page} />)
}

test('a budget that leaves less than a page may need is named before the run starts', () => {
  expect(short([day])).toBe(
    'The first page will not be bought: “Team day” has 7 credits left today, and a page may need 15 credits.Open the budgets',
  )
  expect(short([ofKey, day])).toContain(
    '“Key” has 30 items left this week; “Team day” has 7 credits left today',
  )
})

test('nothing is shown if the page will be bought, or may be', () => {
  expect(short([{ ...day, left: 15n * CREDIT }])).toBe('')
  // An upstream that keeps to counts is asked for a smaller page.
  expect(short([day, ofKey], { keepsToCount: true })).toBe('')
  expect(short([day], { tariff: null })).toBe('')
  expect(short([ofKey], {}, 'another key')).toBe('')
  expect(short([])).toBe('')
})

test('all budgets that can stop the run are shown with what they leave', () => {
  expect(words(<RemainingBudgets budgets={[day, ofKey]} chosenId="one" />)).toBe(
    '2 budgets can stop this run: “Team day” has 7 credits left today; “Key” has 30 items left this week.',
  )
})
