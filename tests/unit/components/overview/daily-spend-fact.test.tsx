import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DailySpendLines } from '@/components/overview/figures'
import type { BudgetProjection, DailySpend } from '@/lib/money/usage'

const DAILY: DailySpend = {
  ...{ perDayNano: 0n, monthNano: 15_000_000_000n },
  ...{ passed: [], ofMonth: null, hasBudgets: true },
}
const AHEAD: BudgetProjection = {
  ...{ id: 'b', name: 'Team day', unit: 'credits', period: 'day', effectiveAmount: 400n },
  ...{ comesTo: 448n, stops: true, isStopped: false, spentAt: null },
}
const words = (over: Partial<DailySpend>): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <DailySpendLines
        team="acme"
        daily={{ ...DAILY, ...over }}
        month="Nov"
        now={new Date(Date.UTC(2026, 10, 26, 20))}
        timeZone="UTC"
      />
    </MantineProvider>,
  )
    .replace(/<style.*?<\/style>|<[^>]*>/gs, '')
    .trim()

test('on the first day of spend nothing is based on an unknown mean', () => {
  expect(words({})).toContain('The daily spend is known after one full day.')
  expect(words({})).not.toContain('forecast')
})

test('a team without budgets is told so', () => {
  const perDayNano = 5_000_000_000n
  expect(words({ perDayNano })).toBe('5.00 a day · Nov forecast: 15.00')
  expect(words({ perDayNano, hasBudgets: false })).toContain('No budget is set.')
})

test('the forecast is compared with the budget of the month', () => {
  const budget = { ...AHEAD, period: 'month', effectiveAmount: 12_000_000_000n } as const
  const told = (over: Partial<BudgetProjection>) => words({ perDayNano: 1n, ofMonth: { ...budget, ...over } })
  expect(told({ stops: false })).toContain('forecast: 15.00, 25% over the budget of 12')
  expect(told({ stops: true })).toMatch(/12(\.00)?, which blocks calls$/)
  expect(told({ effectiveAmount: 20_000_000_000n })).toMatch(/forecast: 15\.00 of 20(\.00)? budgeted$/)
})

test('a budget that stops shows when it does, and no more than its amount', () => {
  const perDayNano = 5_000_000_000n
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 26, hour, 40))
  expect(words({ perDayNano, passed: [{ ...AHEAD, spentAt: at(21) }] })).toMatch(
    /Team day: blocks calls at about 21:40 at the/,
  )
  expect(words({ perDayNano, passed: [{ ...AHEAD, spentAt: at(19) }] })).toContain(
    'Team day: budget reached, the next call is blocked',
  )
  expect(words({ perDayNano, passed: [{ ...AHEAD, period: 'month', spentAt: at(21) }] })).toMatch(
    /Team day: blocks calls about 26 Nov 2026 at/,
  )
  expect(words({ perDayNano, passed: [{ ...AHEAD, stops: false }] })).toContain(
    '112% of the budget by the end of the day',
  )
})
