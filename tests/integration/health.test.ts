import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Clock, systemClock } from '@/lib/kernel'
import { migrate } from '@/lib/platform/db'
import { createHealth } from '@/lib/server/runtime/health'
import { breakTable, describeOnEachEngine, type TestDb } from '@/tests/support/databases'

/** A little faster, and each look is a new one. */
const makeClock = (): Clock => {
  let now = 0
  return {
    ...systemClock,
    monotonic: () => {
      now += 10_000
      return now
    },
    sleep: (ms, signal) => systemClock.sleep(ms / 2, signal),
  }
}
const here = { answers: () => Promise.resolve() }
const silent = { answers: () => new Promise<void>(() => undefined) }
const gone = { answers: () => Promise.reject(new Error('gone')) }

describeOnEachEngine('the health of a server', (open) => {
  let opened: TestDb
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())
  const healthWith = (worker: { answers(): Promise<void> }, clock = makeClock()) =>
    createHealth({ db: opened.db, clock, worker, prismaFolder: 'prisma' })

  test('is good while the database takes a row, the worker answers and the schema is of this version', async () => {
    const health = healthWith(here)
    expect([await health.isLive(), await health.findFailed()]).toEqual([true, []])
    expect([await health.isLive(), await health.findFailed()]).toEqual([true, []])
  })

  test('a database that can be read and not written fails it; a restart would not help', async () => {
    const health = healthWith(here)
    const mend = await breakTable(opened, 'Lease')
    expect([await health.isLive(), await health.findFailed()]).toEqual([true, ['database']])
    await mend()
    expect(await health.findFailed()).toEqual([])
  })

  test.each([
    ['does not answer', silent],
    ['is gone', gone],
  ])('a worker that %s fails both', async (_, worker) => {
    const health = healthWith(worker)
    expect([await health.isLive(), await health.findFailed()]).toEqual([false, ['worker']])
  })

  test('the schema of a newer version fails it, and stops the start of this one', async () => {
    const health = healthWith(here)
    await opened.db.$executeRaw`
      INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at", "started_at")
      VALUES ('next', 'sum', '99991231000000_next', ${new Date()}, ${new Date()})`
    expect([await health.isLive(), await health.findFailed()]).toEqual([true, ['schema']])
    await expect(migrate(opened.location, 'prisma')).rejects.toThrow(
      /newer version of Purser .*99991231000000_next.* Start that version/,
    )
  })

  test('those who ask at once share a look', async () => {
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
