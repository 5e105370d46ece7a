import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Db, type DbLocation, migrate, openDb, type Tx, transaction } from '@/lib/platform/db'
import { bundled } from '@/tests/support/bundled'
import { writeAll } from '@/tests/support/second-writer'

const TIMES = 200

let folder: string
let location: Extract<DbLocation, { engine: 'sqlite' }>
let opened: Db[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-writers-'))
  location = { engine: 'sqlite', file: join(folder, 'purser.db') }
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((db) => db.$disconnect()))
  await rm(folder, { recursive: true, force: true })
})

function open(patienceMs?: number): Db {
  const db = openDb(location, patienceMs)
  opened.push(db)
  return db
}

async function makeTally(): Promise<Db> {
  await migrate(location, 'prisma')
  const db = open()
  await db.$executeRawUnsafe('CREATE TABLE "Tally" ("name" TEXT PRIMARY KEY, "sum" BIGINT NOT NULL)')
  await db.$executeRawUnsafe(`INSERT INTO "Tally" VALUES ('slow', 0), ('lone', 0)`)
  return db
}

const tally = async (db: Db) =>
  Object.fromEntries(
    (await db.$queryRaw<{ name: string; sum: bigint }[]>`SELECT * FROM "Tally"`).map(({ name, sum }) => [
      name,
      Number(sum),
    ]),
  )

const addLone = (db: Db | Tx) => db.$executeRaw`UPDATE "Tally" SET "sum" = "sum" + 1 WHERE "name" = 'lone'`

/** Locks the file with another connection. Returns a function that releases it. */
async function keepLocked(): Promise<() => Promise<void>> {
  const bell = new EventEmitter()
  const locked = once(bell, 'locked')
  const kept = transaction(open(), async (tx) => {
    await tx.$executeRaw`UPDATE "Tally" SET "sum" = "sum" + 1 WHERE "name" = 'slow'`
    const freed = once(bell, 'free')
    bell.emit('locked')
    await freed
  })
  await locked
  return () => {
    bell.emit('free')
    return kept
  }
}

describe('two processes on one SQLite file', () => {
  let child: ChildProcess
  beforeEach(async () => {
    child = fork(await bundled('tests/support/second-writer.ts'))
    await once(child, 'message')
  })
  afterEach(async () => {
    const gone = once(child, 'exit')
    child.disconnect()
    await gone
  })

  async function tellOther(times: number): Promise<unknown> {
    const told = once(child, 'message')
    child.send({ file: location.file, times })
    return (await told)[0]
  }

  test('start together on a new file', async () => {
    const [told] = await Promise.all([tellOther(0), migrate(location, 'prisma')])
    expect(told).toBe('done')
    expect(await migrate(location, 'prisma')).toEqual([])
  })

  test('write at once: none fails, and nothing is lost', async () => {
    const db = await makeTally()
    const [told] = await Promise.all([tellOther(TIMES), writeAll(db, TIMES)])
    expect(told).toBe('done')
    expect(await tally(db)).toEqual({ slow: 2 * TIMES, lone: 2 * TIMES })
  })
})

describe('while another connection keeps the SQLite file locked', () => {
  test('timers and reads continue, and waiting writes follow in order', async () => {
    const db = await makeTally()
    const letGo = await keepLocked()
    const done: string[] = []
    const slow = () => transaction(db, addLone)
    const writes = [
      slow().then(() => done.push('first')),
      slow().then(() => done.push('second')),
      addLone(db).then(() => done.push('lone')),
    ]
    for (let tick = 0; tick < 20; tick++) await setTimeout(1)
    expect(await tally(db)).toEqual({ slow: 0, lone: 0 })
    expect(done).toEqual([])
    await letGo()
    await Promise.all(writes)
    expect(done.filter((name) => name !== 'lone')).toEqual(['first', 'second'])
    expect(await tally(db)).toEqual({ slow: 1, lone: 3 })
  })

  test('a write that has waited long enough fails and says what to do; later ones succeed', async () => {
    await makeTally()
    const db = open(50)
    const letGo = await keepLocked()
    const hurry = [
      addLone(db),
      transaction(db, async () => undefined),
      db.instance.create({ data: { id: 'lone', startedAt: new Date(), seenAt: new Date() } }),
    ]
    const sentence = /^Another program has kept Purser's database file locked .* Close what else writes to it/
    for (const write of await Promise.allSettled(hurry)) {
      expect(write).toMatchObject({ reason: { message: expect.stringMatching(sentence) } })
    }
    await letGo()
    await addLone(db)
    expect(await tally(db)).toEqual({ slow: 1, lone: 1 })
  })
})
