import { expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { listLostCalls, loseAttempt, widenReservations } from '@/lib/money/ledger'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { bookOf, LOST, PRICE } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnPostgres } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

describeOnPostgres('a call that is being lost while its list sends more than was requested', (open) => {
  const isWaiting = async ({ db }: TeamCtx): Promise<boolean> => {
    const waits = await db.$queryRaw<unknown[]>`SELECT 1 AS "one" FROM pg_locks WHERE NOT granted`
    return waits.length > 0
  }

  test.each([
    ['none before was', 0],
    ['another is not resolved', 1],
  ])('may have brought a whole page, too, where %s', async (_, before) => {
    const opened = await open()
    const clock = makeTestClock()
    const ctx = (await makeTeam(opened.db, clock)).admin
    const [book, walletId] = [bookOf(ctx), newId()]
    const small = async () => {
      const id = await book.begin({ walletId })
      await opened.db.attempt.update({
        where: { id },
        data: { reservedItems: 30, reservedNano: 30n * PRICE },
      })
      return id
    }
    for (let count = 0; count < before; count++) await book.lose(await small())
    const id = await small()
    let [isLost, isWatched] = [false, false]

    const losing = transaction(ctx.db, async (tx) => {
      await loseAttempt(tx, book.ending(id), LOST)
      isLost = true
      await waitUntil(() => isWatched)
    })
    await waitUntil(() => isLost)
    const widening = transaction(ctx.db, (tx) => widenReservations(tx, ctx.team.id, 'timeline', 100))
    await waitUntil(() => isWaiting(ctx))
    isWatched = true
    await Promise.all([losing, widening])

    const lost = await listLostCalls(ctx, walletId, new Date(0))
    expect(lost.map(({ maxUnits, maxNano }) => [maxUnits, maxNano])).toEqual(
      Array.from({ length: before + 1 }, () => [100, 100n * PRICE]),
    )
    await opened.close()
  })
})
