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

describe('the projection of a budget', () => {
  test('a budget continues to spend at its pace until its period ends', () => {
    expect(projectBudgetSpend(budget, new Date(Date.UTC(2026, 10, 11))).comesTo).toBe(9000n)
  })

  test('a budget that stops is used up before its period ends, one that warns continues', () => {
    const now = new Date(Date.UTC(2026, 10, 11))
    const spentAt = new Date(Date.UTC(2026, 10, 1) + (8 / 3) * 10 * 86_400_000)
    expect(projectBudgetSpend(budget, now).spentAt).toEqual(spentAt)
    expect(projectBudgetSpend({ ...budget, stops: false }, now).spentAt).toBeNull()
    expect(projectBudgetSpend({ ...budget, effectiveAmount: 9000n }, now).spentAt).toBeNull()
  })

  test('the first moments of a period are not projected to its end', () => {
    expect(projectBudgetSpend(budget, new Date(Date.UTC(2026, 10, 1, 1))).comesTo).toBe(3000n)
  })

  test('a budget without an end stays at what it has spent', () => {
    expect(projectBudgetSpend({ ...budget, resetsAt: null }, new Date(Date.UTC(2026, 10, 11))).comesTo).toBe(
      3000n,
    )
  })

  test('a daily mean counts from the first day with spend, including later days without any', () => {
    expect(meanDailySpend([10n, 0n, 20n, 0n, 0n])).toBe(10n)
    expect(meanDailySpend([0n, 0n])).toBe(0n)
  })
})
