import { describe, expect, test } from 'vitest'
import { cacheTeamUnit } from '@/lib/kernel'
import { BudgetStopError } from '@/lib/money/budgets'

const ITEMS = { id: 'b1', teamId: 'team', name: 'Daily', unit: 'items' }
const CREDITS = { id: 'b2', teamId: 'team', name: 'Credits', unit: 'credits' }
const shortage = {
  left: 50n,
  needed: 100n,
  resetsAt: new Date('2026-03-11T23:00:00Z'),
  timeZone: 'Europe/Berlin',
  admins: ['Ada'],
}

const askedOf = (admins: string[]): string | undefined =>
  /; (.*) can raise it/.exec(BudgetStopError.spent(ITEMS, { ...shortage, admins }).message)?.[1]

describe('the message of a stop', () => {
  test('states what is left, what is needed, when the budget resets and who can raise it', () => {
    const stop = BudgetStopError.spent(ITEMS, shortage)
    expect(stop).toMatchObject({ budgetId: 'b1', code: 'conflict' })
    expect(stop.message).toMatch(
      /^The budget “Daily” stops here: 50 items left, and the next page may need 100 items\. It resets on 12 \w+ 2026, 00:00 \(Europe\/Berlin\); Ada can raise it before\.$/,
    )
  })

  test('says that a budget without an end does not start again, and that an exceeded one has nothing left', () => {
    const { message } = BudgetStopError.spent(CREDITS, {
      ...shortage,
      left: -7n,
      needed: 500_000_000n,
      resetsAt: null,
    })
    expect(message).toBe(
      'The budget “Credits” stops here: 0 credits left, and the next page may need 0.50 credits. It does not reset; Ada can raise it.',
    )
  })

  test.each<[string[], string]>([
    [[], 'an admin of your team'],
    [['Ada'], 'Ada'],
    [['Ada', 'Bo'], 'Ada or Bo'],
    [['Ada', 'Bo', 'Cy'], 'Ada, Bo or Cy'],
    [['Ada', 'Bo', 'Cy', 'Di'], 'Ada, Bo or another admin'],
    [['Ada', 'Bo', 'Cy', 'Di', 'Ed'], 'Ada, Bo or another admin'],
  ])('names for admins %j: %j', (admins, asked) => {
    expect(askedOf(admins)).toBe(asked)
  })

  test('shows dollars for a team whose balance counts dollars', () => {
    cacheTeamUnit('dollars', 'USD')
    const budget = { ...CREDITS, teamId: 'dollars' }
    expect(
      BudgetStopError.spent(budget, { ...shortage, left: 5_000_000n, needed: 500_000_000n }).message,
    ).toContain('stops here: 0.005 USD left, and the next page may need 0.50 USD.')
    expect(BudgetStopError.withoutPrice(budget, 'timeline', []).message).toContain(
      'stops at an amount of USD, but',
    )
  })

  test('without a price names the operation and both ways out', () => {
    const stop = BudgetStopError.withoutPrice(CREDITS, 'timeline', [])
    expect(stop).toMatchObject({ budgetId: 'b2', code: 'conflict' })
    expect(stop.message).toBe(
      'The budget “Credits” stops at an amount of credits, but no price is known for a timeline: the cost of a page cannot be known in advance. An admin of your team can set the price, or create a budget of items instead.',
    )
  })
})
