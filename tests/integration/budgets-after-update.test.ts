import { expect, test } from 'vitest'
import { createBudget, listBudgets } from '@/lib/money/budgets'
import { bookOf } from '@/tests/factories/ledger'
import { makeLedgerOld } from '@/tests/factories/older-ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

describeOnEachEngine('a budget made soon after an update', (open) => {
  test('for all time counts what was bought just before the update once', async () => {
    const { db, close } = await open()
    try {
      const clock = makeTestClock()
      const { admin, walletId } = await makeTeam(db, clock)
      const book = bookOf(admin)
      // The former version buys a page, and is stopped for the update a moment later.
      await book.settle(await book.begin({ walletId }), 73)
      await makeLedgerOld(db)
      clock.advance(2 * 60_000)
      await createBudget(admin, {
        ...{ name: 'All', scope: 'team', scopeId: '', unit: 'items', period: 'total', amount: '1000' },
        ...{ stops: true, tellsAt: [] },
      })
      expect((await listBudgets(admin)).map(({ settled }) => settled)).toEqual([73n])
    } finally {
      await close()
    }
  })

  test('and a budget of a day counts what a clock that was set back meanwhile has ended', async () => {
    const { db, close } = await open()
    try {
      const clock = makeTestClock()
      const { admin, walletId } = await makeTeam(db, clock)
      const book = bookOf(admin)
      const id = await book.begin({ walletId })
      clock.advance(-3 * 3_600_000)
      await book.settle(id, 73)
      await makeLedgerOld(db)
      clock.advance(5 * 3_600_000)
      await createBudget(admin, {
        ...{ name: 'Day', scope: 'team', scopeId: '', unit: 'items', period: 'day', amount: '1000' },
        ...{ stops: true, tellsAt: [] },
      })
      expect((await listBudgets(admin)).map(({ settled }) => settled)).toEqual([73n])
    } finally {
      await close()
    }
  })
})
