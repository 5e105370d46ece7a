import { describe, expect, test } from 'vitest'
import { AppError } from '@/lib/kernel'
import { type BudgetUnit, formatBudgetAmount, parseBudgetAmount } from '@/lib/money/budgets'

const MAX = 10n ** 15n
const MAX_CREDITS = 10n ** 17n

describe('an amount as entered', () => {
  test.each<[string, BudgetUnit, bigint]>([
    ['1', 'items', 1n],
    ['2000', 'items', 2000n],
    ['2,000', 'items', 2000n],
    ['2_000 000', 'items', 2_000_000n],
    ['  2 000', 'items', 2000n],
    [String(MAX), 'items', MAX],
    ['0.5', 'credits', 500_000_000n],
    ['1,234.5', 'credits', 1_234_500_000_000n],
    ['0.000000001', 'credits', 1n],
    ['0.10000000000', 'credits', 100_000_000n],
    ['100000000', 'credits', MAX_CREDITS],
  ])('%j of %s is parsed as %s', (text, unit, amount) => {
    expect(parseBudgetAmount(text, unit, 'No.')).toBe(amount)
  })

  test.each<[string, BudgetUnit]>([
    ['', 'items'],
    ['0', 'items'],
    ['-5', 'items'],
    ['1.5', 'items'],
    ['a12', 'items'],
    ['12a', 'items'],
    [String(MAX + 1n), 'items'],
    ['0', 'credits'],
    ['-1', 'credits'],
    ['many', 'credits'],
    // A comma may be meant as a decimal point.
    ['12,5', 'credits'],
    ['1,5', 'credits'],
    ['1,00', 'credits'],
    ['1.000,50', 'credits'],
    ['12,50', 'items'],
    ['1,0000', 'items'],
    ['100000000.000001', 'credits'],
    ['0.0000000001', 'credits'],
  ])('%j of %s is refused, with an example of what can be entered', (text, unit) => {
    const what =
      unit === 'items'
        ? 'a whole number of items, such as 2000'
        : 'a number, such as 150 or 0.5, with at most 9 decimals'
    const refusal = refusalOf(() => parseBudgetAmount(text, unit, 'The budget was not created.'))
    expect(refusal).toMatchObject({
      code: 'invalid',
      message: 'The budget was not created.',
      fields: { amount: `Enter ${what}.` },
    })
  })

  test.each<[bigint, BudgetUnit, string]>([
    [0n, 'items', '0 items'],
    [1n, 'items', '1 item'],
    [2000n, 'items', '2,000 items'],
    [12_500_000_000n, 'credits', '12.50 credits'],
  ])('%s of %s is formatted as %j', (amount, unit, text) => {
    expect(formatBudgetAmount(amount, unit)).toBe(text)
  })
})

function refusalOf(act: () => unknown): AppError {
  try {
    act()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('It was not refused.')
}
