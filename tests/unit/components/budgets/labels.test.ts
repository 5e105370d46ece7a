import { describe, expect, test } from 'vitest'
import {
  budgetPercent,
  describeBudget,
  describeBudgetState,
  describeBudgetWarning,
  exactAmount,
  formatBudgetPercent,
  meterTone,
} from '@/components/budgets/labels'
import type { BudgetView } from '@/lib/money/budgets'

const budget: BudgetView = {
  id: 'b',
  name: 'Daily',
  scope: 'team',
  scopeId: 't',
  unit: 'items',
  period: 'day',
  amount: 2_000n,
  effectiveAmount: 2_500n,
  stops: true,
  tellsAt: [50, 80],
  startsAt: new Date(0),
  resetsAt: null,
  settled: 0n,
  reserved: 0n,
  left: 2_500n,
  stoppedAt: null,
  createdAt: new Date(0),
  changedAt: new Date(0),
  raises: [],
}

describe('a budget in words', () => {
  test('shows what it allows, when it warns and when it stops; raises count for the stop', () => {
    expect(describeBudget(budget)).toBe('2,000 items a day · warns at 50%, 80% · stops at 2,500 items')
    expect(describeBudget({ ...budget, tellsAt: [], stops: false, period: 'total' })).toBe(
      '2,000 items in total · doesn’t block calls',
    )
  })

  test.each([
    [0n, null],
    [1_249n, null],
    [1_250n, '50% spent. Warning sent at 50%.'],
    [1_999n, '79% spent. Warning sent at 50%.'],
    [2_000n, '80% spent. Warning sent at 80%.'],
    [30_000n, '1,200% spent. Warning sent at 80%.'],
  ])('of %s spent out of 2,500 it reports %s', (settled, told) => {
    expect(describeBudgetWarning({ ...budget, settled })).toBe(told)
  })

  test('a budget that stops calls says so, even if it has sent no warning', () => {
    const stopped = { ...budget, stoppedAt: new Date(0) }
    expect(describeBudgetWarning({ ...stopped, settled: 2_499n })).toBe(
      '99% spent. Calls that could exceed it are blocked.',
    )
    expect(describeBudgetWarning({ ...stopped, tellsAt: [], settled: 0n })).toBe(
      '0% spent. Calls that could exceed it are blocked.',
    )
  })

  test('its state names what it is past', () => {
    const state = (settled: bigint, stoppedAt: Date | null = null) =>
      describeBudgetState({ ...budget, settled, stoppedAt })
    expect([0n, 1_250n, 2_500n, 3_000n].map((settled) => state(settled))).toEqual([
      'OK',
      'Warning sent at 50%',
      'Warning sent at 80%',
      'Over budget',
    ])
    expect(state(2_500n, new Date(0))).toBe('Blocking calls')
  })

  test.each([
    [1_249n, null, 'good'],
    [1_250n, null, 'warn'],
    [2_499n, null, 'warn'],
    [2_499n, new Date(0), 'bad'],
    [2_500n, null, 'bad'],
  ])('with %s spent out of 2,500, stopped since %s, its meter is %s', (settled, stoppedAt, tone) => {
    expect(meterTone({ ...budget, settled, stoppedAt })).toBe(tone)
  })

  test('a share above zero is never shown as 0%', () => {
    expect([
      formatBudgetPercent(0n, 5_000n),
      formatBudgetPercent(4n, 5_000n),
      formatBudgetPercent(5n, 5_000n),
    ]).toEqual(['0%', '<0.1%', '0.1%'])
  })

  test('amounts in both units are exact; a share of nothing is 0', () => {
    expect(exactAmount(1_234_567n, 'items')).toBe('1,234,567 items')
    expect(exactAmount(1_500_000_000n, 'credits')).toBe('1.50 credits')
    expect([budgetPercent(1n, 3n), budgetPercent(3n, 2n), budgetPercent(1n, 0n)]).toEqual([33.3, 150, 0])
  })
})
