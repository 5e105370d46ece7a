import { expect, test, vi } from 'vitest'
import { AppError, conflict } from '@/lib/kernel'
import { BudgetStopError } from '@/lib/money/budgets'

const budget = { id: 'budget', teamId: 'team', name: 'Try-outs', unit: 'items' }
const shortage = { left: 1n, needed: 2n, resetsAt: null, timeZone: 'UTC', admins: [] }

test('an error is recognised by its mark, whichever copy of its class created it', async () => {
  const stop = BudgetStopError.spent(budget, shortage)
  const plain = conflict('Too late.')
  vi.resetModules()
  const other = { kernel: await import('@/lib/kernel'), budgets: await import('@/lib/money/budgets') }
  expect(other.kernel.AppError).not.toBe(AppError)
  for (const { App, Stop } of [
    { App: AppError, Stop: BudgetStopError },
    { App: other.kernel.AppError, Stop: other.budgets.BudgetStopError },
  ]) {
    expect([stop instanceof App, stop instanceof Stop]).toEqual([true, true])
    expect([plain instanceof App, plain instanceof Stop]).toEqual([true, false])
    for (const none of [new Error('x'), null, undefined, 'x', {}]) {
      expect([none instanceof App, none instanceof Stop]).toEqual([false, false])
    }
  }
})
