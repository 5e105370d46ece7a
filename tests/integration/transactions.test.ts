import { expect, test } from 'vitest'
import { engineOf, insertRows, openDb, openDirect, sql, type Tx, transaction } from '@/lib/platform/db'
import { describeOnEachEngine } from '@/tests/support/databases'

const KINDS = `
  CREATE TABLE "Kinds" ("id" TEXT PRIMARY KEY, "whole" INTEGER, "large" BIGINT, "real" DOUBLE PRECISION,
    "yes" BOOLEAN, "at" %MOMENT%, "bytes" %BYTES%)`
const NAMES = ['id', 'whole', 'large', 'real', 'yes', 'at', 'bytes'] as const
const ROWS = [
  {
    ...{ id: 'a', whole: 7, large: 9_007_199_254_740_993n, real: 1.5, yes: true },
    ...{ at: new Date('2026-03-29T01:59:59.999Z'), bytes: new Uint8Array([0, 255, 7]) },
  },
  { id: 'b', whole: -1, large: -5n, real: 2, yes: false, at: new Date(0), bytes: new Uint8Array() },
  { id: '', whole: null, large: null, real: null, yes: null, at: null, bytes: null },
  {
    ...{ id: 'it’s "text"; --', whole: 0, large: 0n, real: 0, yes: true },
    ...{ at: new Date('2026-11-24T12:00:00Z'), bytes: new Uint8Array(300).fill(9) },
  },
]

/** Error messages for a transaction that has ended. */
const OVER = /Transaction already closed|expired transaction|has ended already/

describeOnEachEngine('raw statements', async (open) => {
  const opened = await open()
  const isSqlite = engineOf(opened.db) === 'sqlite'
  await opened.db.$executeRawUnsafe(
    KINDS.replace('%MOMENT%', isSqlite ? 'DATETIME' : 'TIMESTAMP(3)').replace(
      '%BYTES%',
      isSqlite ? 'BLOB' : 'BYTEA',
    ),
  )
  await transaction(opened.db, async (tx) => {
    for (const row of ROWS) await insertRows(tx, 'Kinds', [row])
  })

  const within = <T>(work: (tx: Tx) => Promise<T>) => transaction(opened.db, work)

  test('read every kind of value as it was written, inside and outside of a transaction', async () => {
    const columns = sql`"id", "whole", "large", "real", "yes", "at", "bytes"`
    const all = (db: Pick<Tx, '$queryRaw'>) =>
      db.$queryRaw<Record<(typeof NAMES)[number], unknown>[]>`SELECT ${columns} FROM "Kinds"`
    for (const rows of [await all(opened.db), await within(all)]) {
      const found = new Map(rows.map((row) => [row.id, row]))
      for (const row of ROWS) expect(found.get(row.id)).toEqual(row)
    }
    for (const { id, whole, large, real, at } of ROWS.slice(0, 2)) {
      const found = await within(
        (tx) => tx.$queryRaw<unknown[]>`
          SELECT "id" FROM "Kinds" WHERE "at" = ${at} AND "large" = ${large} AND "real" = ${real} AND "whole" = ${whole}`,
      )
      expect(found).toEqual([{ id }])
    }
  })

  test('share a transaction with models: each sees the other, and an error rolls both back', async () => {
    const { db } = opened
    const at = new Date(0)
    const team = (id: string) => ({ id, slug: id, name: id, timeZone: 'UTC', createdAt: at })
    const names = (tx: Tx) => tx.$queryRaw<{ name: string }[]>`SELECT "name" FROM "Team" WHERE "id" = 'q1'`
    await expect(
      within(async (tx) => {
        await tx.team.create({ data: team('q1') })
        expect(await names(tx)).toEqual([{ name: 'q1' }])
        await tx.$executeRaw`UPDATE "Team" SET "name" = 'other' WHERE "id" = 'q1'`
        expect(await tx.team.findUnique({ where: { id: 'q1' } })).toMatchObject({ name: 'other' })
        expect(engineOf(tx)).toBe(engineOf(db))
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await db.team.findUnique({ where: { id: 'q1' } })).toBeNull()
  })

  test('fail after their transaction has ended, when the connection belongs to someone else', async () => {
    const kept: Tx[] = []
    await within(async (tx) => {
      kept.push(tx)
      await tx.$queryRaw`SELECT 1 AS "one"`
    })
    const takenBack = within((tx) => {
      kept.push(tx)
      return Promise.reject(new Error('taken back'))
    })
    await expect(takenBack).rejects.toThrow('taken back')
    expect(kept).toHaveLength(2)
    for (const tx of kept) {
      await expect(tx.$executeRaw`DELETE FROM "Kinds"`).rejects.toThrow(OVER)
      await expect(tx.$queryRaw`SELECT 1 AS "one"`).rejects.toThrow(OVER)
      await expect(tx.team.findMany()).rejects.toThrow(OVER)
    }
    expect(await opened.db.$queryRaw`SELECT 1 AS "one" FROM "Kinds"`).toHaveLength(ROWS.length)
  })

  test('end with a transaction that takes too long: it is rolled back, and others continue', async () => {
    const { db } = opened
    const team = (id: string) => ({ id, slug: id, name: id, timeZone: 'UTC', createdAt: new Date(0) })
    for (const isWithModel of [false, true]) {
      const kept: Tx[] = []
      const late = db.$transaction(
        async (tx) => {
          kept.push(tx)
          await tx.$executeRaw`UPDATE "Kinds" SET "whole" = 9 WHERE "id" = 'a'`
          if (isWithModel) await tx.team.create({ data: team('late') })
          // Until the time is over and it is refused.
          for (;;) {
            await tx.$queryRaw`SELECT 1 AS "one"`
            await new Promise((proceed) => setImmediate(proceed))
          }
        },
        { timeout: 50 },
      )
      await expect(late).rejects.toThrow(OVER)
      expect(await within((tx) => tx.$queryRaw`SELECT "whole" FROM "Kinds" WHERE "id" = 'a'`)).toEqual([
        { whole: expect.anything() },
      ])
      const [row] = await db.$queryRaw<{ whole: bigint | number }[]>`
        SELECT "whole" FROM "Kinds" WHERE "id" = 'a'`
      expect(Number(row?.whole)).toBe(7)
      expect(await db.team.count({ where: { id: 'late' } })).toBe(0)
      await expect(kept[0]?.team.findMany()).rejects.toThrow()
    }
  })

  test('whose transaction cannot begin in time are given up, and one that begins later is ended', async () => {
    if (engineOf(opened.db) === 'postgres') return
    let letGo: () => void = () => undefined
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const holding = within(async (tx) => {
      await tx.$queryRaw`SELECT 1 AS "one"`
      await isHeld
    })
    const late = opened.db.$transaction((tx) => tx.$queryRaw`SELECT 1 AS "one"`, { maxWait: 1 })
    await expect(late).rejects.toThrow('Unable to start a transaction in the given time')
    letGo()
    await holding
    expect(await within((tx) => tx.$queryRaw`SELECT 1 AS "one"`)).toHaveLength(1)
  })

  test('that fail with their error ignored are not reported as written', async () => {
    if (engineOf(opened.db) === 'sqlite') return
    const write = within(async (tx) => {
      await tx.$executeRaw`UPDATE "Kinds" SET "whole" = 8 WHERE "id" = 'a'`
      await tx.$executeRaw`INSERT INTO "Kinds" ("id") VALUES ('a')`.catch(() => undefined)
    })
    await expect(write).rejects.toThrow('nothing of it was kept')
    // The connection is clean for the next transaction.
    const reads = Array.from({ length: 30 }, () =>
      within((tx) => tx.$queryRaw`SELECT "whole" FROM "Kinds" WHERE "id" = 'a'`),
    )
    for (const read of await Promise.all(reads)) expect(read).toEqual([{ whole: 7 }])
  })

  test('see what others have committed, and read times, whatever the database’s defaults are', async () => {
    if (opened.location.engine === 'sqlite') return
    const [{ name } = { name: '' }] = await opened.db.$queryRaw<{ name: string }[]>`
      SELECT current_database()::text AS "name"`
    await opened.db.$executeRawUnsafe(
      `ALTER DATABASE "${name}" SET default_transaction_isolation = 'serializable'`,
    )
    await opened.db.$executeRawUnsafe(`ALTER DATABASE "${name}" SET datestyle = 'German'`)
    const [db, direct] = [openDb(opened.location), openDirect(opened.location)]
    expect(await db.$queryRaw`SELECT "at" FROM "Kinds" WHERE "id" = 'b'`).toEqual([{ at: new Date(0) }])
    const show = `SELECT current_setting('transaction_isolation') AS "is"`
    expect(await transaction(db, (tx) => tx.$queryRawUnsafe(show))).toEqual([{ is: 'read committed' }])
    expect(await direct?.query(show, [])).toEqual([{ is: 'read committed' }])
    await Promise.all([db.$disconnect(), direct?.close()])
  })

  test('run by many at once each have their own transaction', async () => {
    const team = (id: string) => ({ id, slug: id, name: id, timeZone: 'UTC', createdAt: new Date(0) })
    await opened.db.team.create({ data: team('many') })
    await Promise.all(
      Array.from({ length: 40 }, (_, place) =>
        within(async (tx) => {
          await tx.$executeRaw`UPDATE "Team" SET "name" = "name" || '.' WHERE "id" = 'many'`
          if (place % 2 === 1) throw new Error('taken back')
        }).catch(() => undefined),
      ),
    )
    expect(await opened.db.team.findUnique({ where: { id: 'many' } })).toMatchObject({
      name: `many${'.'.repeat(20)}`,
    })
  })

  test('in a deadlock are retried', async () => {
    if (engineOf(opened.db) === 'sqlite') return
    const at = new Date(0)
    const team = (id: string) => ({ id, slug: id, name: '', timeZone: 'UTC', createdAt: at })
    await opened.db.team.createMany({ data: [team('c1'), team('c2')] })
    let [have, tries] = [0, 0]
    let meet: () => void = () => undefined
    const both = new Promise<void>((resolve) => {
      meet = resolve
    })
    const inOrder = (ids: readonly string[]) =>
      within(async (tx) => {
        tries++
        for (const [place, id] of ids.entries()) {
          await tx.$executeRaw`UPDATE "Team" SET "name" = "name" || 'x' WHERE "id" = ${id}`
          if (place > 0) continue
          if (++have === 2) meet()
          await both
        }
      })
    await Promise.all([inOrder(['c1', 'c2']), inOrder(['c2', 'c1'])])
    // The survivor may be slow, so both may deadlock once more.
    expect(tries).toBeGreaterThan(2)
    expect(await opened.db.team.findMany({ where: { id: { in: ['c1', 'c2'] } } })).toMatchObject([
      { name: 'xx' },
      { name: 'xx' },
    ])
  })
})
