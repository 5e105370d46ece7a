import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { postgresAdapter } from '@/lib/platform/db/postgres/adapter'
import { sqliteAdapter } from '@/lib/platform/db/sqlite/adapter'
import { describeOnPostgres } from '@/tests/support/databases'

const query = (sql: string) => ({ sql, args: [], argTypes: [] })

/** Blocks longer than a turn of the event loop may last, so that the next statement yields first. */
function holdTheLoop(): void {
  const since = performance.now()
  while (performance.now() - since < 20);
}

test('a statement that yields to others does not run once its transaction has ended (SQLite)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'purser-ended-'))
  const connection = await sqliteAdapter(join(folder, 'purser.db')).connect()
  onTestFinished(async () => {
    await connection.dispose()
    await rm(folder, { recursive: true })
  })
  const count = async () => (await connection.queryRaw(query('SELECT COUNT(*) FROM t'))).rows[0]?.[0]
  await connection.executeRaw(query('CREATE TABLE t (id INTEGER)'))

  const late = await connection.startTransaction()
  await late.executeRaw(query('INSERT INTO t VALUES (1)'))
  holdTheLoop()
  const statements = Promise.allSettled([
    late.executeRaw(query('INSERT INTO t VALUES (2)')),
    late.queryRaw(query('SELECT 1')),
  ])
  // What Prisma's timer does meanwhile.
  await late.rollback()
  const other = await connection.startTransaction()
  const outcomes = await statements
  await other.commit()
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: /has ended already/ } })
  expect(Number(await count())).toBe(0)
})

describeOnPostgres('a transaction that Prisma’s timer ended', (open) => {
  test('runs no second statement of a query: its connection is someone else’s then', async () => {
    const { location } = await open()
    if (location.engine !== 'postgres') return
    const connection = await postgresAdapter({ connectionString: location.url, max: 1 }).connect()
    onTestFinished(() => connection.dispose())
    await connection.executeRaw(query('CREATE TABLE t (id INTEGER)'))

    const late = await connection.startTransaction()
    await late.executeRaw(query('INSERT INTO t VALUES (1)'))
    const ending = late.executeRaw(query('ROLLBACK'))
    const during = late.executeRaw(query('INSERT INTO t VALUES (2)'))
    await expect(during).rejects.toThrow('has ended already')
    await ending
    await late.rollback()
    const other = await connection.startTransaction()
    await expect(late.queryRaw(query('INSERT INTO t VALUES (3)'))).rejects.toThrow('has ended already')
    await other.executeRaw(query('COMMIT'))
    await other.commit()
    expect((await connection.queryRaw(query('SELECT id FROM t'))).rows).toEqual([])
  })
})
