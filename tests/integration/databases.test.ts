import { afterEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

describeOnEachEngine('a test database', (open) => {
  const opened: TestDb[] = []
  const openOne = async () => {
    const made = await open()
    opened.push(made)
    return made
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((made) => made.close()))
  })

  const addInstance = (made: TestDb, id: string) =>
    made.db.instance.create({ data: { id, startedAt: systemClock.now(), seenAt: systemClock.now() } })

  test('is migrated and separate from others', async () => {
    const [one, other] = await Promise.all([openOne(), openOne()])
    await addInstance(one, 'first')
    expect(await one.db.instance.count()).toBe(1)
    expect(await other.db.instance.count()).toBe(0)
  })
})
