import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { migrate, type openDb } from '@/lib/platform/db'
import { describeOnEachEngine, openEmpty, type TestDb } from '@/tests/support/databases'

const FINER = '20261122180000_finer_amounts'

/** What a database of the version before held, in millionths of a credit. */
const BEFORE = [
  `INSERT INTO "Price" ("id", "teamId", "operation", "priceMicro", "effectiveAt", "source", "spreadMicro", "setById", "createdAt")
   VALUES ('p', 't', 'search', 150000, NOW, 'admin', NULL, 'm', NOW)`,
  `INSERT INTO "BalanceReading" ("id", "teamId", "walletId", "keyId", "balanceMicro", "settledMicro", "unpricedItems", "source", "inFlight", "inFlightMicro", "byOperation", "at")
   VALUES ('r', 't', 'w', 'k', 12345678, -5, 3, 'job', 0, NULL,
   '{"search":{"pages":2,"items":40,"chargeMicro":"6000001","unpricedItems":0},"timeline":{"pages":1,"items":0,"chargeMicro":"0","unpricedItems":0}}', NOW)`,
  `INSERT INTO "BalanceReading" ("id", "teamId", "walletId", "keyId", "balanceMicro", "settledMicro", "unpricedItems", "source", "inFlight", "inFlightMicro", "byOperation", "at")
   VALUES ('absurd', 't', 'w', 'k', 9223372036854775807, 0, 0, 'job', 0, 7, NULL, NOW)`,
  `INSERT INTO "WalletCheck" ("id", "teamId", "walletId", "startedById", "startedByName", "startedAt", "steps")
   VALUES ('c', 't', 'w', 'm', 'Ada', NOW,
   '[{"at":"2026-11-21T10:00:00.000Z","balanceMicro":"100","settledMicro":"-7","inFlight":1,"disabledKeyId":null},
   {"at":"2026-11-21T10:05:00.000Z","balanceMicro":"90","settledMicro":"0","inFlight":0,"lostMicro":"5","isSettled":false,"disabledKeyId":"k"},
   {"at":"2026-11-21T10:10:00.000Z","balanceMicro":"80","settledMicro":"0","inFlight":0,"lostMicro":null,"isSettled":true,"disabledKeyId":null}]')`,
  ...['items', 'credits'].flatMap((unit) => [
    `INSERT INTO "Budget" ("id", "teamId", "name", "scope", "scopeId", "unit", "period", "amount", "stops", "tellsAt", "createdAt", "changedAt")
     VALUES ('${unit}', 't', '${unit}', 'team', 't', '${unit}', 'day', 1000000, TRUE, '', NOW, NOW)`,
    `INSERT INTO "BudgetPeriod" ("budgetId", "startsAt", "teamId", "settled", "reserved")
     VALUES ('${unit}', NOW, 't', 20, 30)`,
  ]),
]

describeOnEachEngine('a database whose amounts were millionths of a credit', (_open, engine) => {
  const opened: TestDb[] = []
  const folders: string[] = []
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((made) => made.close()))
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
  })

  /** The project's migrations without this one and later ones. */
  async function earlierMigrations(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'purser-migrations-'))
    folders.push(folder)
    const from = join('prisma', engine, 'migrations')
    for (const name of await readdir(from)) {
      if (name < FINER)
        await cp(join(from, name), join(folder, engine, 'migrations', name), { recursive: true })
    }
    return folder
  }

  test('has them in billionths afterwards, none lost and none left', async () => {
    const made = await openEmpty(engine)
    opened.push(made)
    const { db, location } = made
    let told = 0
    const tell = () => void told++
    await migrate(location, await earlierMigrations(), tell)
    expect(told).toBe(0)
    const now = engine === 'sqlite' ? '1790000000000' : "'2026-09-21T13:33:20Z'"
    for (const statement of BEFORE) await db.$executeRawUnsafe(statement.replaceAll('NOW', now))
    await migrate(location, 'prisma', tell)
    // Once: a change may take minutes, so its operator is told before.
    expect(told).toBe(1)
    await migrate(location, 'prisma', tell)
    expect(told).toBe(1)
    expect(await db.price.findMany()).toMatchObject([{ priceNano: 150_000_000n, spreadNano: null }])
    const [absurd, reading] = await db.balanceReading.findMany({ orderBy: { id: 'asc' } })
    expect(absurd).toMatchObject({ balanceNano: 9n * 10n ** 18n, inFlightNano: 7000n, byOperation: null })
    expect(reading).toMatchObject({ balanceNano: 12_345_678_000n, settledNano: -5000n, inFlightNano: null })
    expect(JSON.parse(reading?.byOperation ?? '')).toEqual({
      search: { pages: 2, items: 40, chargeNano: '6000001000', unpricedItems: 0 },
      timeline: { pages: 1, items: 0, chargeNano: '0000', unpricedItems: 0 },
    })
    const [check] = await db.walletCheck.findMany()
    expect(JSON.parse(check?.steps ?? '')).toEqual([
      {
        ...{ at: '2026-11-21T10:00:00.000Z', balanceNano: '100000', settledNano: '-7000', inFlight: 1 },
        disabledKeyId: null,
      },
      {
        ...{ at: '2026-11-21T10:05:00.000Z', balanceNano: '90000', settledNano: '0000', inFlight: 0 },
        ...{ lostNano: '5000', isSettled: false, disabledKeyId: 'k' },
      },
      {
        ...{ at: '2026-11-21T10:10:00.000Z', balanceNano: '80000', settledNano: '0000', inFlight: 0 },
        ...{ lostNano: null, isSettled: true, disabledKeyId: null },
      },
    ])
    const budgets = await db.budget.findMany({ orderBy: { id: 'asc' } })
    expect(budgets.map(({ unit, amount }) => [unit, amount])).toEqual([
      ['credits', 1_000_000_000n],
      ['items', 1_000_000n],
    ])
    const periods = await db.budgetPeriod.findMany({ orderBy: { budgetId: 'asc' } })
    expect(periods.map(({ settled, reserved }) => [settled, reserved])).toEqual([
      [20_000n, 30_000n],
      [20n, 30n],
    ])
    expect(await coarseColumns(db)).toEqual([])
  })

  // Not credits: what a pack or a top-up cost in a currency.
  const coarseColumns = (db: ReturnType<typeof openDb>) =>
    db.$queryRawUnsafe(
      engine === 'sqlite'
        ? `SELECT "name" FROM sqlite_master WHERE REPLACE("sql", '"costMicro"', '') LIKE '%Micro"%'`
        : `SELECT column_name FROM information_schema.columns WHERE column_name LIKE '%Micro' AND column_name <> 'costMicro'`,
    )
})
