import { describe, expect, test } from 'vitest'
import {
  budgetInput,
  changeBudgetInput,
  createBudgetInput,
  decideRaiseInput,
  requestRaiseInput,
} from '@/lib/money/budgets'

const ID = '0198c0de-0000-7000-8000-000000000001'
const budget = {
  name: 'Calls',
  scope: 'team',
  unit: 'items',
  period: 'day',
  amount: '250',
  stops: true,
  tellsAt: [],
}
const sentences = (over: Record<string, unknown>): (string | undefined)[] =>
  createBudgetInput.safeParse({ ...budget, ...over }).error?.issues.map(({ message }) => message) ?? []

describe('the input for a budget', () => {
  test('is trimmed, and its thresholds are sorted, each once', () => {
    const read = createBudgetInput.parse({
      ...budget,
      name: ' Calls ',
      amount: ' 250 ',
      tellsAt: ['100', 9, 50, 50],
    })
    expect(read).toEqual({ ...budget, scopeId: '', tellsAt: [9, 50, 100] })
  })

  test.each<[Record<string, unknown>, string]>([
    [{ name: '  ' }, 'Enter a name.'],
    [{ name: 'x'.repeat(61) }, 'Use at most 60 characters.'],
    [{ amount: ' ' }, 'Enter an amount.'],
    [{ amount: '1'.repeat(31) }, 'This is too long to be an amount.'],
    [{ amount: '12,5' }, 'Enter a number, such as 150 or 0.5.'],
    [{ amount: '-5' }, 'Enter a number, such as 150 or 0.5.'],
    [{ tellsAt: [1.5] }, 'Use whole percents.'],
    [{ tellsAt: [0] }, 'Use 1 to 100.'],
    [{ tellsAt: [101] }, 'Use 1 to 100.'],
    [{ tellsAt: [1, 2, 3, 4, 5, 6, 7] }, 'Use at most 6.'],
  ])('%j is refused: %s', (over, sentence) => {
    expect(sentences(over)).toEqual([sentence])
  })

  test.each([
    { name: 'x' },
    { name: 'x'.repeat(60) },
    { amount: '1'.repeat(30) },
    { amount: '2,000.5' },
    { tellsAt: [1, 100] },
    { tellsAt: [1, 2, 3, 4, 5, 6] },
    { scopeId: ID, scope: 'wallet' },
    { scopeId: '' },
  ])('accepts %j', (over) => {
    expect(sentences(over)).toEqual([])
  })

  test('refuses a scope that is no id, and an unknown unit, period or scope', () => {
    for (const over of [{ scopeId: 'x' }, { unit: 'euros' }, { period: 'year' }, { scope: 'planet' }])
      expect(sentences(over)).toHaveLength(1)
    expect(JSON.stringify(createBudgetInput.safeParse({ ...budget, scopeId: 'x' }).error)).toContain(
      'Choose what it is for.',
    )
  })

  test('for a change or a deletion names the budget', () => {
    const { name, amount, stops, tellsAt } = budget
    const change = { budgetId: ID, name, amount, stops, tellsAt }
    expect(changeBudgetInput.parse(change)).toEqual(change)
    expect(changeBudgetInput.safeParse({ ...change, budgetId: 'x' }).success).toBe(false)
    expect(changeBudgetInput.safeParse({ budgetId: ID }).success).toBe(false)
    expect(budgetInput.parse({ budgetId: ID })).toEqual({ budgetId: ID })
    expect(budgetInput.safeParse({}).success).toBe(false)
  })
})

describe('the input for a raise', () => {
  const ask = { budgetId: ID, amount: '5', reason: 'A launch' }

  test.each([
    ['  ', 'Say what it is for.'],
    ['x'.repeat(501), 'Use at most 500 characters.'],
  ])('refuses the reason %j', (reason, sentence) => {
    const issues = requestRaiseInput.safeParse({ ...ask, reason }).error?.issues
    expect(issues?.map(({ message }) => message)).toEqual([sentence])
  })

  test('trims a reason, which may have 1 to 500 characters', () => {
    expect(requestRaiseInput.parse({ ...ask, reason: ' x ' })).toEqual({ ...ask, reason: 'x' })
    expect(requestRaiseInput.safeParse({ ...ask, reason: 'x'.repeat(500) }).success).toBe(true)
  })

  test('for a decision may have a last day', () => {
    expect(decideRaiseInput.parse({ raiseId: ID, grant: false })).toEqual({
      raiseId: ID,
      grant: false,
      lastDay: '',
    })
    const day = { raiseId: ID, grant: true, lastDay: '2026-12-31' }
    expect(decideRaiseInput.parse(day)).toEqual(day)
    const wrong = decideRaiseInput.safeParse({ ...day, lastDay: '31.12.2026' })
    expect(JSON.stringify(wrong.error)).toContain('Choose a day.')
    expect(decideRaiseInput.safeParse({}).success).toBe(false)
  })
})
