import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Clock, systemClock } from '@/lib/kernel'
import { migrate } from '@/lib/platform/db'
import { createHealthChecks } from '@/lib/server/runtime/web-runtime'
import { breakTable, describeOnDatabase, type TestDb } from '@/tests/support/databases'

/** Returns a clock by which each check is new and takes at most `limitMs`. */
const makeClock = (limitMs = 3_600_000): Clock => {
  let now = 0
  return {
    ...systemClock,
    monotonic: () => {
      now += 10_000
      return now
    },
    sleep: (_, signal) => systemClock.sleep(limitMs, signal),
  }
}
const here = { answers: () => Promise.resolve() }
const silent = { answers: () => new Promise<void>(() => undefined) }
const gone = { answers: () => Promise.reject(new Error('gone')) }

describeOnDatabase('the health of a server', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())
  const healthWith = (worker: { answers(): Promise<void> }, clock = makeClock()) =>
    createHealthChecks({ db: opened.db, clock, worker, prismaFolder: 'prisma' })

  test('is good while the database can be written, the worker answers and the schema is of this version', async () => {
    const health = healthWith(here)
    expect([await health.isLive(), await health.findFailed()]).toEqual([true, []])
    expect([await health.isLive(), await health.findFailed()]).toEqual([true, []])
  })

  test('fails with a database that can be read but not written; a restart would not help', async () => {
    const health = healthWith(here)
    const mend = await breakTable(opened, 'Lease')
    expect([await health.isLive(), await health.findFailed()]).toEqual([true, ['database']])
    await mend()
    expect(await health.findFailed()).toEqual([])
  })

  test('fails with a dead worker, and so does liveness', async () => {
    const health = healthWith(gone)
    expect([await health.isLive(), await health.findFailed()]).toEqual([false, ['worker']])
  })

  test('fails with a worker that does not answer in time, and so does liveness', async () => {
    const health = healthWith(silent, makeClock(100))
    expect(await health.isLive()).toBe(false)
    expect(await health.findFailed()).toContain('worker')
  })

  test('fails with the schema of a newer version, which also stops this version’s start', async () => {
    const health = healthWith(here)
    await opened.db.$executeRaw`
      INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "started_at")
      VALUES ('next', 'sum', '99991231000000_next', ${new Date()}, ${new Date()})`
    expect([await health.isLive(), await health.findFailed()]).toEqual([true, ['schema']])
    await expect(migrate(opened.location, 'prisma')).rejects.toThrow(
      /another version of Purser .*99991231000000_next.* Start that version/,
    )
  })

  test('is checked once for simultaneous requests', async () => {
    let asked = 0
    const worker = {
      answers: async () => {
        asked++
      },
    }
    const health = healthWith(worker, systemClock)
    await Promise.all(Array.from({ length: 20 }, () => health.isLive()))
    expect(asked).toBe(1)
  })
})
