import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { type Db, isStorageFailure, openDb, type Tx, transaction } from '@/lib/platform/db'
import { describeOnSqlite } from '@/tests/support/databases'
import { countTo, turnsDuring, untilThreadsRead } from '@/tests/support/long-reads'

const ROUNDS = Number(process.env.READ_ROUNDS ?? 300)
/** Enough writes for a log beyond its limit; fewer could not fill it. */
const WRITES = 2 * Math.max(1000, ROUNDS)
const DYING = fileURLToPath(new URL('../stubs/dying-read-thread.mjs', import.meta.url))

/** The long form takes longer. */
const MAX_LENGTH = { timeout: 180_000 + 60 * ROUNDS }

describeOnSqlite('threads for reads', async (open) => {
  const also: Db[] = []
  const openAgain = (options: Parameters<typeof openDb>[2]): Db => {
    const other = openDb(opened.location, undefined, { fromBytes: 0, ...options })
    also.push(other)
    return other
  }
  const opened = await open()
  const db = openAgain({})
  await db.$executeRaw`CREATE TABLE "Note" ("id" INTEGER PRIMARY KEY, "text" TEXT NOT NULL, "at" DATETIME, "big" BIGINT, "raw" BLOB)`
  await untilThreadsRead(db)
  afterAll(async () => {
    for (const each of also) await each.$disconnect()
  })

  test('a long read leaves the event loop free', async () => {
    expect(await turnsDuring(countTo(db, 3_000_000))).toBeGreaterThan(20)
  })

  test('a write is visible to every later read', MAX_LENGTH, async () => {
    for (let id = 1; id <= ROUNDS; id++) {
      await db.$executeRaw`INSERT INTO "Note" ("id", "text") VALUES (${id}, 'a')`
      // Each has its own text, because a statement known to be quick would not use a thread.
      const [row] = await db.$queryRawUnsafe<{ n: bigint }[]>(`SELECT MAX("id") AS n, ${id} FROM "Note"`)
      if (Number(row?.n) !== id) expect(row?.n).toBe(BigInt(id))
    }
  })

  test('a read within a transaction sees that transaction’s writes, and nobody else does', async () => {
    await transaction(db, async (tx) => {
      await tx.$executeRaw`INSERT INTO "Note" ("id", "text") VALUES (1000001, 'mine')`
      const count = (client: Db | typeof tx) =>
        client.$queryRaw<{ n: bigint }[]>`SELECT COUNT(*) AS n FROM "Note" WHERE "text" = 'mine'`
      expect(await count(tx)).toEqual([{ n: 1n }])
      expect(await count(db)).toEqual([{ n: 0n }])
    })
  })

  test('a statement that writes and returns rows is executed once', async () => {
    const rows = await db.$queryRaw`INSERT INTO "Note" ("id", "text") VALUES (1000002, 'b') RETURNING "id"`
    expect(rows).toEqual([{ id: 1000002 }])
    await db.$queryRaw`WITH n(id) AS (SELECT 1000003) INSERT INTO "Note" ("id", "text") SELECT id, 'c' FROM n RETURNING "id"`
    expect(await db.$queryRaw`SELECT COUNT(*) AS n FROM "Note" WHERE "text" IN ('b', 'c')`).toEqual([
      { n: 2n },
    ])
  })

  test('values are the same as without threads', async () => {
    const at = new Date('2026-03-29T01:30:00.123Z')
    await db.$executeRaw`INSERT INTO "Note" VALUES (1000004, 'ü€😀', ${at}, ${9_007_199_254_740_993n}, ${Buffer.from([0, 255])})`
    const read = (client: Db) => client.$queryRaw`
      SELECT *, 1.5 AS "real", NULL AS "none" FROM "Note" WHERE "id" = 1000004`
    const rows = await read(db)
    expect(rows).toEqual(await read(opened.db))
    expect(rows).toMatchObject([{ text: 'ü€😀', at, big: 9_007_199_254_740_993n, real: 1.5, none: null }])
  })

  test('errors are the same as without threads', async () => {
    const ask = (client: Db) =>
      client.$queryRaw`SELECT "nothing" FROM "Nowhere"`.catch((error: unknown) => error)
    const error = await ask(db)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).toBe(String(await ask(opened.db)))
  })

  test('a read that takes too long fails alone, and others continue', async () => {
    const short = openAgain({ longestMs: 1500 })
    await untilThreadsRead(short)
    const long = countTo(short, 40_000_000).catch((error: unknown) => error)
    expect(await countTo(short, 10)).toEqual([{ n: 10n }])
    const error = await long
    expect(error).toMatchObject({ message: expect.stringContaining('took more than 1.5 s') })
    expect(isStorageFailure(error)).toBe(true)
    expect(await countTo(short, 10)).toEqual([{ n: 10n }])
  })

  test('a thread that dies is replaced, and the next one does its read', async () => {
    const dying = openAgain({ entry: DYING })
    await untilThreadsRead(dying)
    expect(await dying.$queryRaw`SELECT 'die' AS word`).toEqual([{ word: 'die' }])
    await untilThreadsRead(dying)
  })

  test('a statement that was quick a hundred times does not block with other values', async () => {
    for (let n = 0; n < 100; n++) await countTo(db, 1)
    expect(await turnsDuring(countTo(db, 3_000_000))).toBeGreaterThan(20)
  })

  test('the first read of a large file waits for a thread', async () => {
    expect(await turnsDuring(countTo(openAgain({}), 3_000_000))).toBeGreaterThan(20)
  })

  test('a read by key is right both on the event loop and, during a transaction, in a thread', async () => {
    await db.$executeRaw`INSERT INTO "Note" ("id", "text") VALUES (1000005, 'key')`
    const byKey = () => db.$queryRaw`SELECT "text" FROM "Note" WHERE "id" = ${1_000_005}`
    for (let n = 0; n < 10; n++) expect(await byKey()).toEqual([{ text: 'key' }])
    await transaction(db, async (tx) => {
      await tx.$executeRaw`UPDATE "Note" SET "text" = 'other' WHERE "id" = 1000005`
      expect(await byKey()).toEqual([{ text: 'key' }])
    })
    expect(await byKey()).toEqual([{ text: 'other' }])
  })

  test('a hundred simultaneous reads see only whole transactions', async () => {
    await db.$executeRaw`INSERT INTO "Note" ("id", "text", "big") VALUES (3000001, 'sum', 500), (3000002, 'sum', 500)`
    let goesOn = true
    const writing = (async () => {
      for (let n = 0; goesOn; n++)
        await transaction(db, async (tx) => {
          await tx.$executeRaw`UPDATE "Note" SET "big" = "big" - ${n} WHERE "id" = 3000001`
          await tx.$executeRaw`UPDATE "Note" SET "big" = "big" + ${n} WHERE "id" = 3000002`
        })
    })()
    for (let round = 0; round < 5; round++) {
      const reads = Array.from(
        { length: 100 },
        () => db.$queryRaw<{ n: bigint }[]>`SELECT SUM("big") AS n FROM "Note" WHERE "text" = 'sum'`,
      )
      const sums = (await Promise.all(reads)).map(([row]) => row?.n)
      expect(new Set(sums)).toEqual(new Set([1000n]))
    }
    goesOn = false
    await writing
  })

  test('a read in progress is refused when the database is closed', async () => {
    const closing = openAgain({})
    await untilThreadsRead(closing)
    const refused = expect(countTo(closing, 20_000_000)).rejects.toThrow()
    await new Promise((proceed) => setImmediate(proceed))
    await closing.$disconnect()
    await refused
  })

  test(
    'the log stays small while eight write, alone and in transactions, and long reads never pause',
    MAX_LENGTH,
    async () => {
      const text = 'x'.repeat(60_000)
      let goesOn = true
      // Each keeps its snapshot in the log; there are two threads for long reads.
      const read = async () => {
        while (goesOn)
          await db.$queryRaw`WITH RECURSIVE c(i) AS (SELECT MAX("id") * 0 FROM "Note" UNION ALL SELECT i + 1 FROM c WHERE i < 1000000)
          SELECT COUNT(*) FROM c`
      }
      const write = async (client: Db | Tx, id: number) => {
        await client.$executeRaw`INSERT INTO "Note" ("id", "text") VALUES (${2_000_000 + (id % 100)}, ${text})
        ON CONFLICT ("id") DO UPDATE SET "text" = excluded."text"`
      }
      const reading = [read(), read(), read()]
      let left = WRITES
      const writing = Array.from({ length: 8 }, async (_, at) => {
        while (left-- > 0) await (at % 2 === 0 ? write(db, left) : transaction(db, (tx) => write(tx, left)))
      })
      await Promise.all(writing).finally(() => {
        goesOn = false
      })
      await Promise.all(reading)
      const { size } = statSync(`${(opened.location as { file: string }).file}-wal`)
      // Every thousand rows wrote 65 MB.
      expect(size).toBeLessThan(100e6)
    },
  )
})
