import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tx, transaction } from '@/lib/platform/db'
import { describeOnPostgres, type TestDb } from '@/tests/support/databases'

describeOnPostgres('statements that are asked together', (open) => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await open()
    await opened.db.$executeRawUnsafe('CREATE TABLE "Met" ("id" INTEGER PRIMARY KEY, "times" INTEGER)')
    await opened.db.$executeRawUnsafe('INSERT INTO "Met" VALUES (1, 0), (2, 0)')
  })
  afterAll(() => opened.close())

  const count = (tx: Tx, id: number) =>
    tx.$executeRaw`UPDATE "Met" SET "times" = "times" + 1 WHERE "id" = ${id}`
  /** As a verb asks that others stand between: its error arrives after that of a statement behind it. */
  const slowly = async <T>(work: () => Promise<T>, steps = 5): Promise<T> =>
    steps === 0 ? work() : await slowly(work, steps - 1)

  test.each(['raw', 'model'])(
    'of which the first waits in a circle are tried again: those behind it hide it not (%s)',
    async (kind) => {
      const behind = (tx: Tx) => (kind === 'raw' ? tx.$queryRaw`SELECT 1 AS "one"` : tx.team.count())
      let [have, tries] = [0, 0]
      let meet: () => void = () => undefined
      const both = new Promise<void>((resolve) => {
        meet = resolve
      })
      const inOrder = (first: number, second: number) =>
        transaction(opened.db, async (tx) => {
          tries++
          await Promise.all([count(tx, first), behind(tx)])
          if (++have === 2) meet()
          await both
          // A model joins the transaction first: it is asked in the same turn, and sent after.
          await Promise.all([slowly(() => count(tx, second), 30), behind(tx)])
        })
      await Promise.all([inOrder(1, 2), inOrder(2, 1)])
      expect(tries).toBeGreaterThan(2)
    },
  )
})
