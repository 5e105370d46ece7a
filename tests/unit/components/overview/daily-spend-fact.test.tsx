import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DailySpendFact } from '@/components/overview/figures'
import type { BudgetAhead, DailySpend } from '@/lib/money/usage'

const DAILY: DailySpend = {
  ...{ perDayNano: 0n, monthNano: 15_000_000_000n },
  ...{ passed: [], ofMonth: null, hasBudgets: true },
}
const words = (over: Partial<DailySpend>): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <DailySpendFact
        team="acme"
        daily={{ ...DAILY, ...over }}
        month="Nov"
        unit="credits"
        now={new Date(Date.UTC(2026, 10, 26, 20))}
        timeZone="UTC"
      />
    </MantineProvider>,
  ).replace(/<style.*?<\/style>|<[^>]*>/g, '')

test('on the first day of spend nothing is told by a mean that is not known', () => {
  expect(words({})).toContain('Known after one whole day of spend.')
  expect(words({})).not.toMatch(/comes to|no budget is passed/)
})

test('a team without budgets is not told that none is passed', () => {
  const perDayNano = 5_000_000_000n
  expect(words({ perDayNano })).toContain('At this spend no budget is passed.')
  expect(words({ perDayNano, hasBudgets: false })).toContain('There is no budget yet.')
  expect(words({ perDayNano, hasBudgets: false })).not.toContain('no budget is passed')
})

test('a budget that stops is told by when that is, and not by more than its amount', () => {
  const ahead: BudgetAhead = {
    ...{ id: 'b', name: 'Team day', unit: 'credits', period: 'day', effectiveAmount: 400n },
    ...{ comesTo: 448n, stops: true, isStopped: false, spentAt: null },
  }
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 26, hour, 40))
  expect(words({ passed: [{ ...ahead, spentAt: at(21) }] })).toMatch(/Team day stops calls at about 21:40 if/)
  expect(words({ passed: [{ ...ahead, spentAt: at(19) }] })).toContain('Team day is spent, so it stops')
  expect(words({ passed: [{ ...ahead, period: 'month', spentAt: at(21) }] })).toMatch(
    /Team day stops calls about 26 Nov 2026 if/,
  )
  expect(words({ passed: [{ ...ahead, stops: false }] })).toContain('comes to 112% by its day’s end')
})
