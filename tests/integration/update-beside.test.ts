import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { migrate } from '@/lib/platform/db'
import { listMigrations, migrationsOf } from '@/lib/platform/db/schema-fit'
import { startInstance } from '@/lib/server/instances'
import { migrateAlone } from '@/lib/server/runtime/migrate-alone'
import { describeOnPostgres, openEmpty, type TestDb } from '@/tests/support/databases'

/** The first version's table of instances does not say who died. */
const STATES = ['20261120000000_init', '20261125050000_least_counts']

describeOnPostgres('an update of a database that another instance uses', () => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await openEmpty('postgres')
  })
  afterEach(() => opened.close())

  const bringTo = async (state: string) => {
    const all = await listMigrations(migrationsOf('postgres', 'prisma'))
    await migrate(
      opened.location,
      'prisma',
      undefined,
      all.filter((name) => name <= state),
    )
  }
  const seen = (secondsAgo: number) =>
    opened.db.$executeRawUnsafe(
      `INSERT INTO "Instance" ("id", "startedAt", "seenAt")
       SELECT 'other', at, at FROM (SELECT timezone('UTC', now()) - interval '${secondsAgo} seconds' AS at) t
       ON CONFLICT ("id") DO UPDATE SET "seenAt" = EXCLUDED."seenAt"`,
    )
  const applied = async () => {
    const rows = await opened.db.$queryRaw<object[]>`SELECT 1 AS "one" FROM "_prisma_migrations"`
    return rows.length
  }

  test.each(STATES)('of %s waits for its end, and changes nothing while it lives', async (state) => {
    await bringTo(state)
    await seen(5)
    const before = await applied()
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    await expect(migrateAlone(opened.location, 'prisma', { patienceMs: 0, say })).rejects.toThrow(
      /another version .* Nothing was changed\. Stop all instances/i,
    )
    expect(await applied()).toBe(before)

    const waiting = migrateAlone(opened.location, 'prisma', { patienceMs: 20_000, say })
    await expect.poll(() => said.length).toBe(1)
    await opened.db.$executeRaw`UPDATE "Instance" SET "stoppedAt" = "seenAt"`
    expect((await waiting).length).toBeGreaterThan(0)
    expect(said).toEqual([expect.stringMatching(/Waiting for its end/), expect.stringMatching(/brought up/)])
    expect(await migrateAlone(opened.location, 'prisma', { say })).toEqual([])
  })

  test('does not wait for one that was killed more than a minute ago', async () => {
    await bringTo(STATES[1] ?? '')
    await seen(61)
    const made = await migrateAlone(opened.location, 'prisma', { patienceMs: 0, say: () => undefined })
    expect(made.length).toBeGreaterThan(0)
  })

  test('is seen by one of the former version that has not registered yet: it does not start', async () => {
    await bringTo(STATES[1] ?? '')
    const start = (prismaFolder: string) =>
      startInstance({
        ...{ db: opened.db, clock: systemClock, prismaFolder },
        onError: (error) => expect.unreachable(String(error)),
        onRecovered: () => undefined,
      })
    await expect(start('prisma')).rejects.toThrow(/another version has changed the database/)
    await migrate(opened.location, 'prisma')
    const instance = await start('prisma')
    await instance.stop()
  })
})
