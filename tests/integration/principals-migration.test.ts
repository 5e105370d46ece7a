import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { migrate } from '@/lib/platform/db'
import { describeOnEachEngine, openEmpty, type TestDb } from '@/tests/support/databases'

const PRINCIPALS = '20261123050000_c_principals'

const rollup = (quarter: number, wallet: string, operation: string, items: number) =>
  `INSERT INTO "Rollup" ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation", "pages",
     "items", "chargeNano", "unpricedItems", "frees", "unknowns")
   VALUES ('t', ${quarter}, '${wallet}', 'k', 'e', 'm', '${operation}', 1, ${items}, ${items}000, 2, 1, 1)`

const run = (id: string, isScheduled: string) =>
  `INSERT INTO "Run" ("id", "teamId", "searchName", "isScheduled", "operation", "subject", "keyId", "keyPrefix",
     "environmentId", "environmentName", "memberId", "memberName", "shared", "state", "nextSeq", "pages", "items",
     "chargeNano", "unpricedItems", "startedAt")
   VALUES ('${id}', 't', 's', ${isScheduled}, 'search', 'q', 'k', 'p', 'e', 'E', 'm', 'Ada', TRUE, 'OPEN', 1, 0, 0, 0, 0, NOW)`

const attempt = (id: string, runId: string, state: string) =>
  `INSERT INTO "Attempt" ("id", "teamId", "walletId", "keyId", "keyPrefix", "environmentId", "environmentName",
     "memberId", "memberName", "searchId", "runId", "operation", "pageNumber", "reservedItems", "state", "instanceId", "openedAt")
   VALUES ('${id}', 't', 'w', 'k', 'p', 'e', 'E', 'm', 'Ada', 's', '${runId}', 'search', 1, 50, '${state}', 'i', NOW)`

const BEFORE = [
  rollup(1, 'w', 'search', 2_000_000_000),
  rollup(2, 'w', 'search', 2_000_000_000),
  rollup(2, 'w', 'timeline', 5),
  rollup(2, 'v', 'search', 7),
  run('hers', 'FALSE'),
  run('its', 'TRUE'),
  attempt('a', 'hers', 'OPEN'),
  attempt('b', 'its', 'OPEN'),
  attempt('c', 'its', 'SETTLED'),
]

describeOnEachEngine('a ledger of before calls named their principals', (_open, engine) => {
  const opened: TestDb[] = []
  const folders: string[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((made) => made.close()))
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
  })

  test('keeps its rollups, has totals of them, and what is under way says for whom it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'purser-migrations-'))
    folders.push(folder)
    const from = join('prisma', engine, 'migrations')
    for (const name of await readdir(from)) {
      if (name < PRINCIPALS)
        await cp(join(from, name), join(folder, engine, 'migrations', name), { recursive: true })
    }
    const made = await openEmpty(engine)
    opened.push(made)
    const { db, location } = made
    await migrate(location, folder)
    const now = engine === 'sqlite' ? '1790000000000' : "'2026-09-21T13:33:20Z'"
    for (const statement of BEFORE) await db.$executeRawUnsafe(statement.replaceAll('NOW', now))
    await migrate(location, 'prisma')
    expect(await db.rollup.count()).toBe(0)
    expect(await db.legacyRollup.count()).toBe(4)
    const totals = await db.walletTotal.findMany({ orderBy: [{ walletId: 'asc' }, { operation: 'asc' }] })
    expect(totals).toEqual([
      total('v', 'search', 1n, 7n),
      total('w', 'search', 2n, 4_000_000_000n),
      total('w', 'timeline', 1n, 5n),
    ])
    expect(await db.attempt.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
      { principal: 'member', principalId: 'm', origin: 'search' },
      { principal: 'schedule', principalId: 's', origin: 'search' },
      { principal: '', principalId: '', origin: '' },
    ])
  })
})

const total = (walletId: string, operation: string, pages: bigint, items: bigint) => ({
  ...{ teamId: 't', walletId, operation, pages, items },
  ...{ chargeNano: items * 1000n, unpricedItems: 2n * pages, units: items - 2n * pages },
})
