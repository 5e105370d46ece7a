import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteAdapter } from '@/lib/platform/db/sqlite/adapter'

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
