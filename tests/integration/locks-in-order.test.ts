import { expect, test } from 'vitest'
import { endFailedAttempt, NEVER_SENT_TIMING } from '@/lib/collect/runs/purchase/attempts'
import { changeTeam, lockBudgetsInForce } from '@/lib/money/budgets'
import { loseAttempt } from '@/lib/money/ledger'
import { resolveUnknown } from '@/lib/money/statements'
import { transaction } from '@/lib/platform/db'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { MISS } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnPostgres } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

describeOnPostgres('a transaction that waits for the lock of the budgets', async (open) => {
  const opened = await open()
  const ctx = (await makeTeam(opened.db, makeTestClock())).admin
  const book = budgetBookOf(ctx)

  const waiting = async (): Promise<number> => {
    const [row] = await opened.db.$queryRaw<{ waiting: bigint }[]>`
      SELECT COUNT(*) AS "waiting" FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE NOT l.granted AND l.locktype = 'advisory' AND d.datname = current_database()`
    return Number(row?.waiting)
  }

  const endings: Readonly<Record<string, (attemptId: string) => Promise<unknown>>> = {
    'an attempt ends free': (attemptId) =>
      transaction(ctx.db, (tx) =>
        endFailedAttempt(
          tx,
          ctx,
          attemptId,
          { kind: 'stopping', charged: 'no', message: 'never sent' },
          NEVER_SENT_TIMING,
        ),
      ),
    'a lost call is resolved as charged': async (attemptId) =>
      resolveUnknown(ctx, { attemptId, finding: 'charged', items: 5, note: 'seen' }, {}),
    'a lost call is resolved as not charged': async (attemptId) =>
      resolveUnknown(ctx, { attemptId, finding: 'uncharged', items: 0, note: 'seen' }, {}),
  }
  test.each(Object.entries(endings))('holds no rows that others wait for: %s', async (name, end) => {
    const attemptId = await book.mustOpen()
    if (name.includes('lost')) await book.lose(attemptId)
    const other = await book.mustOpen()
    const others: Promise<unknown>[] = []
    await transaction(ctx.db, async (tx) => {
      await lockBudgetsInForce(tx, ctx.team.id)
      others.push(changeTeam(ctx, { name: 'Renamed', timeZone: 'Asia/Tokyo' }))
      await waitUntil(async () => (await waiting()) === 1)
      others.push(end(attemptId))
      await waitUntil(async () => (await waiting()) === 2)
      // Has the same wallet, key and quarter hour, so it would wait for rows held by the one that waits for
      // this transaction.
      await tx.$executeRaw`SET LOCAL lock_timeout = 1000`
      await loseAttempt(tx, { teamId: ctx.team.id, attemptId: other, at: ctx.clock.now() }, MISS)
    })
    await expect(Promise.all(others)).resolves.toHaveLength(2)
  })
})
