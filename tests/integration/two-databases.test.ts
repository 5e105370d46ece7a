import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Tx, transaction } from '@/lib/platform/db'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

describeOnEachEngine('transactions of two databases in one process', (open) => {
  let one: TestDb
  let other: TestDb
  beforeAll(async () => {
    ;[one, other] = await Promise.all([open(), open()])
  })
  afterAll(() => Promise.all([one.close(), other.close()]))

  const write = (tx: Tx, name: string) =>
    tx.lease.create({ data: { name, holderId: 'a test', untilAt: new Date(0) } })
  const names = async ({ db }: TestDb) =>
    (await db.lease.findMany({ where: { holderId: 'a test' }, orderBy: { name: 'asc' } })).map(
      ({ name }) => name,
    )

  test('each writes to its own, even one that begins within the other and outlives its failure', async () => {
    const failed = transaction(one.db, async (tx) => {
      await write(tx, 'first, undone')
      await transaction(other.db, async (inner) => {
        await write(inner, 'within')
        await write(tx, 'second, undone')
      })
      throw new Error('on purpose')
    })
    await expect(failed).rejects.toThrow('on purpose')
    await transaction(other.db, async (tx) => {
      await write(tx, 'before')
      await transaction(one.db, (inner) => write(inner, 'kept'))
    })
    expect(await names(one)).toEqual(['kept'])
    expect(await names(other)).toEqual(['before', 'within'])
  })
})
