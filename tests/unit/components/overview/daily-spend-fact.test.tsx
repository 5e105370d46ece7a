import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DailySpendFact } from '@/components/overview/figures'
import type { DailySpend } from '@/lib/money/usage'

const DAILY: DailySpend = {
  ...{ perDayNano: 0n, monthNano: 15_000_000_000n },
  ...{ passed: [], ofMonth: null, hasBudgets: true },
}
const words = (over: Partial<DailySpend>): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <DailySpendFact team="acme" daily={{ ...DAILY, ...over }} month="Nov" unit="credits" />
    </MantineProvider>,
  ).replace(/<style.*?<\/style>|<[^>]*>/g, '')

test('on the first day of spend nothing is told by a mean that is not known', () => {
  expect(words({})).toContain('Known after the first whole day of spend.')
  expect(words({})).not.toMatch(/comes to|no budget is passed/)
})

test('a team without budgets is not told that none is passed', () => {
  const perDayNano = 5_000_000_000n
  expect(words({ perDayNano })).toContain('At this spend no budget is passed.')
  expect(words({ perDayNano, hasBudgets: false })).toContain('There is no budget yet.')
  expect(words({ perDayNano, hasBudgets: false })).not.toContain('no budget is passed')
})
