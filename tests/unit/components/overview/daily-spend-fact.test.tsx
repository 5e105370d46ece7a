import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PaceFact } from '@/components/overview/figures'
import type { Pace } from '@/lib/money/usage'

const PACE: Pace = {
  ...{ perDayNano: 0n, monthNano: 15_000_000_000n },
  ...{ passed: [], ofMonth: null, hasBudgets: true },
}
const words = (over: Partial<Pace>): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <PaceFact team="acme" pace={{ ...PACE, ...over }} month="Nov" unit="credits" />
    </MantineProvider>,
  ).replace(/<style.*?<\/style>|<[^>]*>/g, '')

test('on the first day of spend nothing is told by a pace that is not known', () => {
  expect(words({})).toContain('The first whole day of spend tells it.')
  expect(words({})).not.toMatch(/comes to|No budget is passed/)
})

test('a team without budgets is not told that none is passed', () => {
  const perDayNano = 5_000_000_000n
  expect(words({ perDayNano })).toContain('No budget is passed at this pace.')
  expect(words({ perDayNano, hasBudgets: false })).toContain('There is no budget yet.')
  expect(words({ perDayNano, hasBudgets: false })).not.toContain('No budget is passed')
})
