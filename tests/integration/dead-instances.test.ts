import { afterEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { openDb, openSeparateDb, type TeamCtx } from '@/lib/platform/db'
import { type Instance, startInstance } from '@/lib/server/instances'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { type MovedDb, moveClockOf } from '@/tests/support/database-clock'
import { describeOnPostgres } from '@/tests/support/databases'

const SECOND_MS = 1000

let opened: MovedDb
let ctx: TeamCtx
const started: { instance: Instance; clock: TestClock }[] = []

/** Starts an instance whose own clock moves with the database's. */
const begin = async (recovered: number[] = [], more: Partial<Parameters<typeof startInstance>[0]> = {}) => {
  const clock = makeTestClock(new Date())
  const instance = await startInstance({
    db: opened.db,
    clock,
    onError: (error) => expect.unreachable(String(error)),
    onRecovered: (calls) => void recovered.push(calls),
    ...more,
  })
  started.push({ instance, clock })
  return instance
}
const stateOf = async (id: string) => (await opened.db.attempt.findUniqueOrThrow({ where: { id } })).state
const hasEnded = (instance: Instance) =>
  Promise.race([instance.lost.then(() => true), new Promise((done) => setImmediate(() => done(false)))])

/** Advances all clocks. */
const pass = async (seconds: number) => {
  await opened.advance(seconds * SECOND_MS)
  for (const { clock } of started) clock.advance(seconds * SECOND_MS)
}
/** Advances all clocks by ten seconds, `times` times, with a beat of these instances each time. */
const beats = async (times: number, ...instances: Instance[]) => {
  for (let each = 0; each < times; each++) {
    await pass(10)
    for (const instance of instances) await instance.beat()
  }
}

describeOnPostgres('which instances are considered dead', async (open) => {
  opened = await moveClockOf(await open())
  ctx = (await makeTeam(opened.db, systemClock)).admin
  afterEach(async () => {
    await Promise.all(started.splice(0).map(({ instance }) => instance.stop()))
    await opened.db.instance.deleteMany()
  })

  test('a silent one is ended within 90 seconds and learns of it, so it opens nothing more', async () => {
    const recovered: number[] = []
    const [silent, other] = [await begin(), await begin(recovered)]
    const attempt = await bookOf(ctx).begin({}, silent.id)
    await beats(7, other)
    expect(await stateOf(attempt)).toBe('OPEN')
    await beats(2, other)
    expect(await stateOf(attempt)).toBe('UNKNOWN')
    expect(recovered).toEqual([1])

    // The silent instance wakes up.
    await expect(silent.requireLiving()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await hasEnded(silent)).toBe(true)
    await silent.beat()
    await expect(silent.requireLiving()).rejects.toMatchObject({ code: 'unavailable' })
    await other.requireLiving()
  })

  test('one that is marked as dead opens nothing more, however recent its last beat', async () => {
    const [told, other] = [await begin(), await begin()]
    await opened.db.instance.update({ where: { id: told.id }, data: { diedAt: new Date() } })
    await told.requireLiving()
    await told.beat()
    await expect(told.requireLiving()).rejects.toMatchObject({ code: 'unavailable' })
    await other.requireLiving()
  })

  test('one that slept without being considered dead continues', async () => {
    const sleeper = await begin()
    await pass(120)
    await sleeper.requireLiving()
    expect(await hasEnded(sleeper)).toBe(false)
  })

  test('two checks within one beat count as one, because a living instance beats in between', async () => {
    const [one, late] = [await begin(), await begin()]
    const attempt = await bookOf(ctx).begin({}, late.id)
    await beats(6, one)
    await pass(9)
    for (let look = 0; look < 5; look++) await one.beat()
    await late.beat()
    expect([await stateOf(attempt), await hasEnded(late)]).toEqual(['OPEN', false])
  })

  test('after an outage of the database, a continuing run does not declare a neighbour dead', async () => {
    const [one, late] = [await begin(), await begin()]
    const attempt = await bookOf(ctx).begin({}, late.id)
    await pass(70)
    // A call triggers a beat, then its own timer; the neighbour's timer comes last.
    await one.requireLiving()
    await one.beat()
    await pass(9.9)
    await one.beat()
    await late.beat()
    await bookOf(ctx).settle(attempt, 100)
    expect(await hasEnded(late)).toBe(false)
  })

  test('an instance that was away itself counts no check until it has beaten again', async () => {
    const [one, dead] = [await begin(), await begin()]
    const attempt = await bookOf(ctx).begin({}, dead.id)
    await beats(7, one)
    // It has noticed a silent instance. Then the machine sleeps with both on it.
    await pass(40)
    await one.beat()
    await beats(2, one)
    expect(await stateOf(attempt)).toBe('OPEN')
    await beats(1, one)
    expect(await stateOf(attempt)).toBe('UNKNOWN')
  })

  test('after an outage nobody is dead, even if Purser restarts meanwhile', async () => {
    const [one, two] = [await begin(), await begin()]
    const attempt = await bookOf(ctx).begin({}, two.id)
    await pass(300)
    const restarted = await begin()
    await one.beat()
    await beats(4, two, restarted, one)
    expect(await stateOf(attempt)).toBe('OPEN')
    expect([await hasEnded(one), await hasEnded(two)]).toEqual([false, false])
  })

  test.each([
    ['one that was there', true],
    ['one that starts afterwards', false],
  ])(
    'one that died before the database’s clock was set back is ended within two minutes by %s',
    async (_, was) => {
      const [dead, there] = [await begin(), was && (await begin())]
      const attempt = await bookOf(ctx).begin({}, dead.id)
      await pass(-3600)
      const [one, two] = [there || (await begin()), await begin()]
      await beats(6, one, two)
      expect(await stateOf(attempt)).toBe('OPEN')
      await beats(5, one, two)
      expect(await stateOf(attempt)).toBe('UNKNOWN')
      expect([await hasEnded(one), await hasEnded(two)]).toEqual([false, false])
    },
  )

  test('a failed beat restarts the two checks, after one that does not count', async () => {
    const [one, two] = [await begin(), await begin()]
    const attempt = await bookOf(ctx).begin({}, two.id)
    await beats(7, one)
    await opened.db.$executeRaw`ALTER TABLE "Instance" RENAME TO "Away"`
    await expect(one.beat()).rejects.toThrow()
    await opened.db.$executeRaw`ALTER TABLE "Away" RENAME TO "Instance"`
    await beats(3, one)
    expect(await stateOf(attempt)).toBe('OPEN')
    await beats(1, one)
    expect(await stateOf(attempt)).toBe('UNKNOWN')
  })

  /** Makes all connections of a client wait for a lock. Returns a function that releases it. */
  const occupy = async (db: MovedDb['db']): Promise<() => Promise<void>> => {
    let release: () => void = () => undefined
    const released = new Promise<void>((done) => {
      release = done
    })
    let held: () => void = () => undefined
    const isHeld = new Promise<void>((done) => {
      held = done
    })
    const holding = opened.db.$transaction(async (tx) => {
      await tx.$executeRaw`LOCK TABLE "LedgerEntry", "Attempt" IN ACCESS EXCLUSIVE MODE`
      held()
      await released
    })
    await isHeld
    // Prisma sends a query only when its promise is awaited.
    const waiting = Array.from({ length: 25 }, () => db.ledgerEntry.count().then(String))
    return async () => {
      release()
      await Promise.all([holding, ...waiting])
    }
  }

  test('one whose connections all wait for a lock still beats and checks', async () => {
    const db = openDb(opened.location)
    const apart = openSeparateDb(opened.location)
    const [busy, idle, silent] = [await begin([], { db, beats: apart }), await begin(), await begin()]
    const release = await occupy(db)
    for (let each = 0; each < 9; each++) {
      await pass(10)
      await busy.requireLiving()
      // Ending the silent instance waits for the lock; the next beat does not.
      void busy.beat()
      void idle.beat()
      await expect.poll(() => seenAgo(busy)).toBeLessThan(SECOND_MS)
      await expect.poll(() => seenAgo(idle)).toBeLessThan(SECOND_MS)
    }
    await expect.poll(async () => (await rowOf(silent)).diedAt).not.toBeNull()
    await release()
    await busy.beat()
    expect([await hasEnded(busy), await hasEnded(idle)]).toEqual([false, false])
    await busy.stop()
    await db.$disconnect()
    await apart?.$disconnect()
  })

  const rowOf = ({ id }: Instance) => opened.db.instance.findUniqueOrThrow({ where: { id } })
  const seenAgo = async ({ id }: Instance): Promise<number> => {
    const [row] = await opened.db.$queryRaw<{ ms: number }[]>`
      SELECT CAST(EXTRACT(EPOCH FROM timezone('UTC', clock_timestamp()) - "seenAt") * 1000 AS DOUBLE PRECISION) AS ms
      FROM "Instance" WHERE "id" = ${id}`
    return row?.ms ?? Number.POSITIVE_INFINITY
  }
})
