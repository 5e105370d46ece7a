import { expect, test } from 'vitest'
import { buildBudgetEvents } from '@/lib/money/budgets/holds'

const AT = new Date('2026-03-10T12:00:00Z')
const BUDGET = {
  ...{ id: 'b', teamId: 't', name: 'Daily', unit: 'items', amount: 1000n, tellsAt: '50,80,100' },
  archivedAt: null,
}
const percentsOf = (before: bigint, now: bigint, budget: Parameters<typeof buildBudgetEvents>[0] = BUDGET) =>
  buildBudgetEvents(budget, { budgetId: 'b', startsAt: AT, before, now }, AT).map(({ data }) =>
    'percent' in data ? data.percent : null,
  )

test('a settlement reports the percents that it reached, the last one exactly at the amount, none twice', () => {
  expect(percentsOf(0n, 499n)).toEqual([])
  expect(percentsOf(499n, 500n)).toEqual([50])
  expect(percentsOf(500n, 799n)).toEqual([])
  expect(percentsOf(499n, 1000n)).toEqual([50, 80, 100])
  expect(percentsOf(1000n, 5000n)).toEqual([])
})

test('a budget without thresholds, or a deleted one, reports nothing', () => {
  expect(percentsOf(0n, 5000n, { ...BUDGET, tellsAt: '' })).toEqual([])
  expect(percentsOf(0n, 5000n, { ...BUDGET, archivedAt: AT })).toEqual([])
})
