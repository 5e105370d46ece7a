import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { migrate } from '@/lib/platform/db'
import { startInstance } from '@/lib/server/instances'
import { migrateExclusively } from '@/lib/server/runtime/prepare'
import { describeOnPostgres, openEmpty, type TestDb } from '@/tests/support/databases'

describeOnPostgres('an update of a database that another instance uses', () => {
  let opened: TestDb
  /** The migrations of a newer version with one more change. */
  let newer: string
  beforeAll(async () => {
    newer = await mkdtemp(join(tmpdir(), 'purser-newer-'))
    await cp('prisma', newer, { recursive: true })
    const folder = join(newer, 'postgres', 'migrations', '29991231000000_next')
    await mkdir(folder)
    await writeFile(join(folder, 'migration.sql'), 'ALTER TABLE "Team" ADD COLUMN "color" TEXT;')
  })
  afterAll(() => rm(newer, { recursive: true }))
  beforeEach(async () => {
    opened = await openEmpty('postgres')
    await migrate(opened.location, 'prisma')
  })
  afterEach(() => opened.close())

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

  test('waits for its end, and changes nothing while it lives', async () => {
    await seen(5)
    const before = await applied()
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    await expect(
      migrateExclusively(opened.location, newer, { patienceMs: 0, reportLine: say }),
    ).rejects.toThrow(/another version .* Nothing was changed\. Stop all instances/i)
    expect(await applied()).toBe(before)

    const waiting = migrateExclusively(opened.location, newer, { patienceMs: 20_000, reportLine: say })
    await expect.poll(() => said.length).toBe(1)
    await opened.db.$executeRaw`UPDATE "Instance" SET "stoppedAt" = "seenAt"`
    expect((await waiting).length).toBeGreaterThan(0)
    expect(said).toEqual([expect.stringMatching(/Waiting for its end/), expect.stringMatching(/brought up/)])
    expect(await migrateExclusively(opened.location, newer, { reportLine: say })).toEqual([])
  })

  test('does not wait for one that was killed more than a minute ago', async () => {
    await seen(61)
    const made = await migrateExclusively(opened.location, newer, {
      patienceMs: 0,
      reportLine: () => undefined,
    })
    expect(made.length).toBeGreaterThan(0)
  })

  test('keeps an instance of the former version that has not registered yet from starting', async () => {
    const start = (prismaFolder: string) =>
      startInstance({
        ...{ db: opened.db, clock: systemClock, prismaFolder },
        onError: (error) => expect.unreachable(String(error)),
        onRecovered: () => undefined,
      })
    await migrate(opened.location, newer)
    await expect(start('prisma')).rejects.toThrow(/another version has changed the database/)
    const instance = await start(newer)
    await instance.stop()
  })
})
