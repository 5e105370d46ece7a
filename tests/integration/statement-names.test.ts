import { connect, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { type Db, openDb, transaction } from '@/lib/platform/db'
import { describeOnPostgres } from '@/tests/support/databases'

const countNames = async (db: Db): Promise<number> => {
  const [row] = await db.$queryRaw<
    { names: number }[]
  >`SELECT COUNT(*)::int AS "names" FROM pg_prepared_statements`
  return row?.names ?? 0
}

const askOften = async (db: Db) => {
  for (let time = 0; time < 5; time++) await db.team.findMany({ take: 3 })
}

const KEY_DATA = 'K'.charCodeAt(0)

/** A pooler, seen from its client: it passes everything, but tells another process number than the server's. */
async function startPooler(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const to = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
    }
    client.pipe(upstream)
    upstream.on('data', (bytes: Buffer) => client.write(withOtherProcess(bytes)))
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('It has no port')
  const pooled = new URL(url)
  pooled.port = String(address.port)
  return {
    url: pooled.href,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The server's first answer ends with its key data: a K, twelve as its length, the process and a secret. */
function withOtherProcess(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  for (let place = 0; place + 13 <= changed.length; ) {
    if (changed[place] === KEY_DATA && changed.readInt32BE(place + 1) === 12)
      changed.writeInt32BE(7, place + 5)
    place += 1 + changed.readInt32BE(place + 1)
  }
  return changed
}

describeOnPostgres('the names of statements', (open) => {
  test('are kept by a connection to the server, and not through a pooler', async () => {
    const opened = await open()
    if (opened.location.engine !== 'postgres') throw new Error('This is not PostgreSQL')
    await askOften(opened.db)
    expect(await countNames(opened.db)).toBeGreaterThan(0)

    const pooler = await startPooler(opened.location.url)
    const pooled = openDb({ engine: 'postgres', url: pooler.url })
    await askOften(pooled)
    expect(await countNames(pooled)).toBe(0)

    await pooled.$disconnect()
    await pooler.stop()
    await opened.close()
  })

  test('do not outlive a change of the table that they read', async () => {
    const opened = await open()
    await askOften(opened.db)
    await opened.db.$executeRawUnsafe('ALTER TABLE "Team" ADD COLUMN "later" TEXT')
    await opened.db.$executeRawUnsafe('CREATE INDEX "later" ON "Team" ("later")')
    expect(await opened.db.team.findMany({ take: 3 })).toEqual([])
    await opened.close()
  })

  test('are taken away where a table was changed meanwhile: no statement fails again and again', async () => {
    const { db, close } = await open()
    const readAll = (from: Pick<Db, '$queryRaw'>) =>
      from.$queryRaw<object[]>`SELECT * FROM "Team" WHERE "id" = ${'x'}`
    const readTeams = (from: Pick<Db, 'team'>) =>
      from.team.findMany({ where: { id: 'x' }, select: { id: true } })
    const everywhere = () =>
      Promise.all(Array.from({ length: 20 }, () => Promise.all([readAll(db), readTeams(db)])))
    for (let time = 0; time < 5; time++) await everywhere()
    await db.$executeRaw`ALTER TABLE "Team" ADD COLUMN "later" INTEGER`
    await everywhere()

    // The same within transactions.
    for (let time = 0; time < 5; time++) await everywhere()
    await db.$executeRaw`ALTER TABLE "Team" ALTER COLUMN "id" TYPE VARCHAR(100)`
    expect(await transaction(db, readAll)).toEqual([])
    expect(await transaction(db, readTeams)).toEqual([])
    await everywhere()
    await close()
  })
})
