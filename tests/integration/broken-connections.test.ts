import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquireLock, type Db, isStorageFailure, openDb, type Tx, transaction } from '@/lib/platform/db'
import { breakingWay } from '@/tests/support/breaking-way'
import { describeOnPostgres, type TestDb } from '@/tests/support/databases'

/** Breaking after every single byte would take too long; every seventh byte still hits each message. */
const STEP_BYTES = 7
const LASTS_MS = 2000

/** Moves one from an account to another and records it, with statements sent together as verbs do. */
async function move(tx: Tx, id: string): Promise<void> {
  const [, rows] = await Promise.all([
    acquireLock(tx, 'moves', 'shared'),
    tx.$queryRaw<unknown[]>`SELECT "held" FROM "Account" WHERE "id" = 2`,
  ])
  if (rows.length !== 1) throw new Error('Another statement was answered.')
  await Promise.all([
    tx.$executeRaw`UPDATE "Account" SET "held" = "held" - 1 WHERE "id" = 1`,
    tx.$executeRaw`UPDATE "Account" SET "held" = "held" + 1 WHERE "id" = 2`,
    tx.$executeRaw`INSERT INTO "Moved" VALUES (${id})`,
  ])
}

describeOnPostgres('a transaction whose connection breaks or whose statements are ended', (open) => {
  let opened: TestDb
  let told: Set<string>
  beforeEach(async () => {
    opened = await open()
    told = new Set()
    const { db } = opened
    await db.$executeRawUnsafe('CREATE TABLE "Account" ("id" INTEGER PRIMARY KEY, "held" INTEGER)')
    await db.$executeRawUnsafe('CREATE TABLE "Moved" ("id" TEXT PRIMARY KEY)')
    await db.$executeRawUnsafe('INSERT INTO "Account" VALUES (1, 0), (2, 0)')
  })
  afterEach(() => opened.close())

  async function tryMove(db: Db, id: string): Promise<void> {
    try {
      await transaction(db, (tx) => move(tx, id))
      told.add(id)
    } catch (error) {
      expect(isStorageFailure(error), String(error)).toBe(true)
    }
  }

  /**
   * Expects each move to be done completely or not at all, and every reported one to be done. Returns those
   * done but not reported.
   */
  async function untold(): Promise<string[]> {
    const there = await opened.db.$queryRaw<{ id: string }[]>`SELECT "id" FROM "Moved"`
    const ids = there.map(({ id }) => id)
    const held = await opened.db.$queryRaw<{ held: number }[]>`SELECT "held" FROM "Account" ORDER BY "id"`
    expect(held).toEqual([{ held: -ids.length }, { held: ids.length }])
    expect([...told].filter((id) => !ids.includes(id))).toEqual([])
    return ids.filter((id) => !told.has(id))
  }

  test('after a break at any byte, it is done completely or not at all, and all that was reported is done', async () => {
    const { location } = opened
    if (location.engine !== 'postgres') return
    const way = await breakingWay(location.url)
    const db = openDb({ engine: 'postgres', url: way.url })
    const breakNow = async () => {
      way.breakAfter(0, 'client')
      await db.$queryRaw`SELECT 1 AS "one"`.catch(() => undefined)
      await db.$queryRaw`SELECT 1 AS "one"`
    }
    // From here on, its statements are prepared under names.
    for (let time = 0; time < 4; time++) await tryMove(db, `first ${time}`)
    await breakNow()
    way.count()
    await tryMove(db, 'whole')
    const lengths = way.count()
    const tried: Record<'client' | 'server', string[]> = { client: [], server: [] }
    for (const side of ['client', 'server'] as const)
      for (let bytes = 0; bytes < lengths[side]; bytes += STEP_BYTES) {
        await breakNow()
        way.breakAfter(bytes, side)
        tried[side].push(`${side} ${bytes}`)
        await tryMove(db, `${side} ${bytes}`)
      }
    // Every move is retried and reported, unless the break hit COMMIT or its answer, the last bytes of each
    // side.
    const lost = (side: 'client' | 'server') => tried[side].filter((id) => !told.has(id))
    for (const side of ['client', 'server'] as const) {
      expect(lost(side)).toEqual(tried[side].slice(-lost(side).length))
      expect(lost(side).length).toBeLessThan(10)
    }
    // Only moves whose last answer from the server was lost were committed.
    expect(await untold()).toEqual(lost('server'))
    await db.$disconnect()
    await way.close()
  })

  test.each([
    ['pg_cancel_backend', 0],
    ['pg_terminate_backend', 15],
  ])('ended by %s at any time: none stays open, and others continue', async (end, pauseMs) => {
    const db = openDb(opened.location)
    const until = performance.now() + LASTS_MS
    const mover = async (name: number) => {
      for (let time = 0; performance.now() < until; time++) await tryMove(db, `${name} ${time}`)
    }
    const movers = Promise.all([1, 2, 3, 4].map(mover))
    while (performance.now() < until) {
      await opened.db.$queryRawUnsafe(
        `SELECT ${end}("pid") AS "ended" FROM pg_stat_activity WHERE datname = current_database() AND "pid" <> pg_backend_pid()`,
      )
      await sleep(pauseMs)
    }
    await movers
    const lost = await untold()
    // A terminated connection may lose the answer of a commit; a cancelled statement was not executed.
    if (end === 'pg_cancel_backend') expect(lost).toEqual([])
    // The last ROLLBACK may still be on its way.
    const open = () =>
      opened.db.$queryRaw`
        SELECT "query" FROM pg_stat_activity WHERE datname = current_database() AND "state" LIKE 'idle in %'`
    await expect.poll(open, { timeout: 5000 }).toEqual([])
    // More transactions than there are connections.
    await Promise.all(
      Array.from({ length: 60 }, (_, place) => transaction(db, (tx) => move(tx, `after ${place}`))),
    )
    await db.$disconnect()
  })
})
