import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sqliteAdapter } from '@/lib/platform/db/client'
import { keepStatements } from '@/lib/platform/db/kept-statements'

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'purser-statements-'))
  const connection = await sqliteAdapter(join(folder, 'purser.db')).connect()
  onTestFinished(async () => {
    await connection.dispose()
    await rm(folder, { recursive: true })
  })
  const query = (sql: string, ...args: unknown[]) => ({
    sql,
    args,
    argTypes: args.map(() => ({ scalarType: 'unknown' as const, arity: 'scalar' as const })),
  })
  return {
    read: async (sql: string, ...args: unknown[]) => connection.queryRaw(query(sql, ...args)),
    write: (sql: string, ...args: unknown[]) => connection.executeRaw(query(sql, ...args)),
    connection,
  }
}

test('a statement is prepared once, however often it runs; no more than some hundreds are kept', () => {
  const prepared: string[] = []
  const statement = { reader: false, run: () => undefined, bind: () => statement }
  const prepare = (text: string) => {
    prepared.push(text)
    return statement
  }
  const { client } = keepStatements({ client: { prepare } })
  const run = (text: string) => client.prepare(text).bind().run()
  for (let times = 0; times < 3; times++) run('DELETE FROM t')
  expect(prepared).toEqual(['DELETE FROM t'])
  for (let id = 0; id < 1000; id++) run(`DELETE FROM t WHERE id = ${id}`)
  run('DELETE FROM t')
  expect(prepared.filter((text) => text === 'DELETE FROM t')).toHaveLength(2)
})

test('a statement that is kept sees a table that has changed', async () => {
  const { read, write, connection } = await open()
  await write('CREATE TABLE t (a INTEGER)')
  await write('INSERT INTO t VALUES (?)', 1)
  const all = 'SELECT * FROM t'
  expect(await read(all)).toMatchObject({ columnNames: ['a'], rows: [[1]] })
  await write("ALTER TABLE t ADD COLUMN b TEXT DEFAULT 'new'")
  expect(await read(all)).toMatchObject({ columnNames: ['a', 'b'], rows: [[1, 'new']] })
  await connection.executeScript('DROP TABLE t; CREATE TABLE t (c TEXT); INSERT INTO t VALUES (2)')
  expect(await read(all)).toMatchObject({ columnNames: ['c'], rows: [['2']] })
})

test('a statement that failed runs again, and amounts keep every digit', async () => {
  const { read, write } = await open()
  await write('CREATE TABLE t (a BIGINT PRIMARY KEY)')
  const insert = 'INSERT INTO t VALUES (?)'
  await write(insert, 9_007_199_254_740_993n)
  await expect(write(insert, 9_007_199_254_740_993n)).rejects.toMatchObject({
    cause: { kind: 'UniqueConstraintViolation' },
  })
  await write(insert, 2n)
  expect((await read('SELECT a FROM t ORDER BY a')).rows).toEqual([[2], ['9007199254740993']])
})
