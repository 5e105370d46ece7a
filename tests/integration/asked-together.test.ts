import { expect, test } from 'vitest'
import { insertRows, type Tx, transaction } from '@/lib/platform/db'
import { describeOnEachEngine, describeOnPostgres } from '@/tests/support/databases'

describeOnPostgres('statements sent together', async (open) => {
  const opened = await open()
  await opened.db.$executeRawUnsafe('CREATE TABLE "Met" ("id" INTEGER PRIMARY KEY, "times" INTEGER)')
  await opened.db.$executeRawUnsafe('INSERT INTO "Met" VALUES (1, 0), (2, 0)')

  const count = (tx: Tx, id: number) =>
    tx.$executeRaw`UPDATE "Met" SET "times" = "times" + 1 WHERE "id" = ${id}`
  /**
   * Sends the statement as a verb with intermediate calls does: its error arrives after that of a later
   * statement.
   */
  const slowly = async <T>(work: () => Promise<T>, steps = 5): Promise<T> =>
    steps === 0 ? work() : await slowly(work, steps - 1)

  test.each(['raw', 'model'])(
    'are retried if the first is in a deadlock, which later ones do not hide (%s)',
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
          // A model query joins the transaction first: it is requested in the same turn, and sent afterwards.
          await Promise.all([slowly(() => count(tx, second), 30), behind(tx)])
        })
      await Promise.all([inOrder(1, 2), inOrder(2, 1)])
      expect(tries).toBeGreaterThan(2)
    },
  )
})

describeOnEachEngine('if one of several statements fails', (open) => {
  test('none of the others persists, now or later, and no other transaction contains them', async () => {
    const { db, close } = await open()
    const team = (id: string) => ({ id, slug: id, name: id, timeZone: 'UTC', createdAt: new Date(0) })
    const insert = (tx: Tx, id: string) => insertRows(tx, 'Team', [team(id)])
    await db.team.create({ data: team('there') })
    const unheard: unknown[] = []
    const hear = (error: unknown) => unheard.push(error)
    process.on('unhandledRejection', hear)
    const rounds = Array.from({ length: 40 }, async (_, round) => {
      const later = async (tx: Tx, id: string) => {
        for (let turn = 0; turn < 5; turn++) await tx.$queryRaw`SELECT 1 AS "one"`
        await insert(tx, id)
      }
      const failing = transaction(db, (tx) =>
        Promise.all([
          insert(tx, `a ${round}`),
          later(tx, `b ${round}`),
          insert(tx, 'there'),
          tx.team.create({ data: team(`c ${round}`) }),
          later(tx, `d ${round}`),
        ]),
      )
      await expect(failing).rejects.toThrow()
      await transaction(db, (tx) => insert(tx, `kept ${round}`))
    })
    await Promise.all(rounds)
    process.off('unhandledRejection', hear)
    expect(unheard).toEqual([])
    expect(await db.team.count({ where: { id: { startsWith: 'kept' } } })).toBe(40)
    expect(await db.team.count()).toBe(41)
    await close()
  })
})
