import { expect, test } from 'vitest'
import { findSettledCharges, settleAttempts } from '@/lib/money/ledger'
import { transaction } from '@/lib/platform/db'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnPostgres } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

describeOnPostgres('a settlement whose connection broke while it was committed', (open) => {
  test('is waited for and found by the next try, which would otherwise be refused', async () => {
    const { db } = await open()
    const ctx = (await makeTeam(db, makeTestClock())).admin
    const book = bookOf(ctx)
    const attemptId = await book.begin()
    const { teamId, at } = book.ending(attemptId)
    const counts = { items: 3, newItems: 0, tariff: null, reportedChargeNano: 7n }
    const timing = { httpStatus: 200, latencyMs: 80, waitedMs: 5 }
    let [isSettled, isCommitted] = [false, false]
    const committing = transaction(db, async (tx) => {
      await settleAttempts(tx, teamId, [{ attemptId, at, ...counts, ...timing }])
      isSettled = true
      await waitUntil(async () => {
        const waits = await db.$queryRaw<unknown[]>`
          SELECT 1 AS "one" FROM pg_stat_activity
          WHERE datname = current_database() AND "wait_event_type" = 'Lock'`
        return isCommitted || waits.length > 0
      })
    })
    await waitUntil(() => isSettled)
    const found = await transaction(db, (tx) => findSettledCharges(tx, teamId, [attemptId]))
    isCommitted = true
    await committing
    expect(found.get(attemptId)).toMatchObject({ chargeNano: 7n })
  })
})
