import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BudgetVerdict, DailySpendLines } from '@/components/overview/figures'
import type { BudgetProjection, DailySpend } from '@/lib/money/usage'

const DAILY: DailySpend = {
  ...{ perDayNano: 0n, monthNano: 15_000_000_000n },
  ...{ passed: [], ofMonth: null },
}
const AHEAD: BudgetProjection = {
  ...{ id: 'b', name: 'Team day', unit: 'credits', period: 'day', settled: 0n, effectiveAmount: 400n },
  ...{ comesTo: 448n, stops: true, isStopped: false, spentAt: null },
}
const textOf = (node: ReactNode): string =>
  renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>)
    .replace(/<style.*?<\/style>|<[^>]*>/gs, '')
    .trim()
const words = (over: Partial<DailySpend>): string =>
  textOf(
    <DailySpendLines
      team="acme"
      daily={{ ...DAILY, ...over }}
      month="Nov"
      now={new Date(Date.UTC(2026, 10, 26, 20))}
    />,
  )
const verdict = (over: Partial<DailySpend>, isAdmin = true): string =>
  textOf(<BudgetVerdict team="acme" daily={{ ...DAILY, ...over }} month="Nov" isAdmin={isAdmin} />)

test('on the first day of spend nothing is based on an unknown mean', () => {
  expect(words({})).toContain('The daily spend is known after one full day.')
  expect(words({})).not.toContain('forecast')
})

test('a team without a monthly budget is told so, and its admins can set one', () => {
  expect(words({ perDayNano: 5_000_000_000n })).toBe('5.00 a day · Nov forecast: 15.00')
  expect(verdict({})).toBe('No monthly budget · Set one')
  expect(verdict({}, false)).toBe('No monthly budget')
})

test('one line says whether the month is within its budget', () => {
  const budget = { ...AHEAD, period: 'month', stops: false, effectiveAmount: 12_000_000_000n } as const
  const told = (over: Partial<BudgetProjection>, perDayNano = 1n) =>
    verdict({ perDayNano, ofMonth: { ...budget, ...over } })
  expect(told({})).toBe('Nov: on course to exceed the budget by 25%')
  expect(told({ effectiveAmount: 14_999_999_999n })).toBe('Nov: on course to exceed the budget by &lt;1%')
  expect(told({ stops: true })).toBe('Nov: on course to reach the budget of 12, which blocks calls')
  expect(told({ effectiveAmount: 20_000_000_000n })).toBe('Nov: within budget, forecast 15.00 of 20')
  expect(told({ settled: 13_000_000_000n })).toBe('Nov: over budget, 13 of 12 spent')
  expect(told({ settled: 12_000_000_000n, isStopped: true })).toBe(
    'Nov: budget reached, calls blocked, 12 of 12 spent',
  )
  // As precise as the amount beside it.
  expect(told({ effectiveAmount: 20_000_000_000_000n, settled: 1_200_500_000_000n })).toContain(
    '15.00 of 20,000',
  )
  expect(words({ perDayNano: 512_345_000_000n, monthNano: 15_370_350_000_000n })).toBe(
    '512.35 a day · Nov forecast: 15,370',
  )
  // Without a whole day there is no forecast to judge by.
  expect(told({ settled: 3_000_000_000n }, 0n)).toBe('Nov: within budget, 3 of 12 spent')
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
