import { describe, expect, test } from 'vitest'
import { meanDailySpend } from '@/lib/money/forecast'
import { projectBudgetSpend } from '@/lib/money/usage/daily-spend'

const budget = {
  id: 'b',
  name: 'Month',
  unit: 'credits',
  period: 'month',
  startsAt: new Date(Date.UTC(2026, 10, 1)),
  resetsAt: new Date(Date.UTC(2026, 11, 1)),
  settled: 3000n,
  effectiveAmount: 8000n,
  stops: true,
  stoppedAt: null,
} as const

describe('what a budget comes to', () => {
  test('a budget comes to what it spent, for as long as its period goes on', () => {
    expect(projectBudgetSpend(budget, new Date(Date.UTC(2026, 10, 11))).comesTo).toBe(9000n)
  })

  test('a budget that stops is spent before its period ends, one that warns goes on', () => {
    const now = new Date(Date.UTC(2026, 10, 11))
    const spentAt = new Date(Date.UTC(2026, 10, 1) + (8 / 3) * 10 * 86_400_000)
    expect(projectBudgetSpend(budget, now).spentAt).toEqual(spentAt)
    expect(projectBudgetSpend({ ...budget, stops: false }, now).spentAt).toBeNull()
    expect(projectBudgetSpend({ ...budget, effectiveAmount: 9000n }, now).spentAt).toBeNull()
  })

  test('the first moments of a period tell nothing of its end', () => {
    expect(projectBudgetSpend(budget, new Date(Date.UTC(2026, 10, 1, 1))).comesTo).toBe(3000n)
  })

  test('a budget without an end comes to what it has spent', () => {
    expect(projectBudgetSpend({ ...budget, resetsAt: null }, new Date(Date.UTC(2026, 10, 11))).comesTo).toBe(
      3000n,
    )
  })

  test('a day’s mean counts from the first day with spend; days without any since then count', () => {
    expect(meanDailySpend([10n, 0n, 20n, 0n, 0n])).toBe(10n)
    expect(meanDailySpend([0n, 0n])).toBe(0n)
  })
})
