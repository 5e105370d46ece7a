import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetChargedItems, noteCharged } from '@/lib/money/ledger'
import { transaction } from '@/lib/platform/db'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const ROWS = 300_000

describeOnEachEngine('many items that were charged once', (open, engine) => {
  let opened: TestDb
  beforeAll(async () => {
    opened = await open()
    const series =
      engine === 'sqlite'
        ? `WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${ROWS}) `
        : `WITH s AS (SELECT generate_series(1, ${ROWS}) AS n) `
    await opened.db.$executeRawUnsafe(
      `INSERT INTO "ChargedItem" ("teamId", "walletId", "day", "kind", "itemId") ${series} SELECT 't' || (n % 7), 'w' || (n % 11), CASE WHEN n % 10 = 0 THEN '2026-03-07' ELSE '2026-03-10' END, 'posts', 'i' || n FROM s`,
    )
  }, 120_000)
  afterAll(() => opened.close())

  test('old ones are forgotten in batches that do not read the table', async () => {
    const sql = `DELETE FROM "ChargedItem" WHERE ("teamId", "walletId", "day", "kind", "itemId") IN (
    SELECT "teamId", "walletId", "day", "kind", "itemId" FROM "ChargedItem" WHERE "day" < '2026-03-08' LIMIT 5000)`
    const plan = await opened.db.$queryRawUnsafe<Record<string, unknown>[]>(
      `${engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${sql}`,
    )
    console.info(engine, plan.map((row) => Object.values(row).at(-1)).join('\n'))
    const began = performance.now()
    await forgetChargedItems(opened.db, makeTestClock(new Date('2026-03-10T12:00:00Z')), () =>
      Promise.resolve(true),
    )
    console.info(engine, 'forgot', ROWS / 10, 'in', Math.round(performance.now() - began), 'ms')
    expect(await opened.db.chargedItem.count()).toBe(ROWS - ROWS / 10)
    const noted = performance.now()
    const itemIds = Array.from({ length: 5000 }, (_, place) => `new ${place}`)
    await transaction(opened.db, (tx) =>
      noteCharged(tx, 't1', [{ walletId: 'w1', kind: 'posts', day: '2026-03-10', itemIds }]),
    )
    console.info(engine, 'noted 5000 in', Math.round(performance.now() - noted), 'ms')
  }, 120_000)
})
